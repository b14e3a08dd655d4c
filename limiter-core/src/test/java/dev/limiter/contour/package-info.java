/** What people write about their limits, and what becomes of it. */
@NullMarked
package dev.limiter.contour;

import org.jspecify.annotations.NullMarked;
