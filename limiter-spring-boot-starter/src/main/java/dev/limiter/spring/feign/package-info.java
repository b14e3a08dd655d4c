/**
 * Limits on OpenFeign's clients that block: a permit for each HTTP exchange, taken at Feign's client, below all
 * interceptors and Feign's own retries, and repeats above them. Put in place by the auto-configuration;
 * {@link dev.limiter.spring.feign.FeignLimits} is for clients that are built by hand.
 */
@NullMarked
package dev.limiter.spring.feign;

import org.jspecify.annotations.NullMarked;
