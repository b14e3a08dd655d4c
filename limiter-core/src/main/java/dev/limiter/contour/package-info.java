/**
 * What is shared: the {@link dev.limiter.contour.Contour} and the rules that it is made of, as records that validate.
 * Depends on nothing of ours but the root package.
 */
@NullMarked
package dev.limiter.contour;

import org.jspecify.annotations.NullMarked;
