/** Meters, and the observation of a wait. */
@NullMarked
package dev.limiter.spring.metrics;

import org.jspecify.annotations.NullMarked;
