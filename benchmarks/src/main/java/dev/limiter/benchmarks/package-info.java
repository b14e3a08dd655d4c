/**
 * What a permit costs, measured beside other limiters. Not released.
 */
@NullMarked
package dev.limiter.benchmarks;

import org.jspecify.annotations.NullMarked;
