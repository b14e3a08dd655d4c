/**
 * What people type: the {@link dev.limiter.RateLimited} annotation, {@link dev.limiter.Limiter} and
 * {@link dev.limiter.LimiterRegistry} for use without it, and the {@linkplain dev.limiter.RateLimitException denials}.
 * Uses nothing else of this project.
 */
@NullMarked
package dev.limiter;

import org.jspecify.annotations.NullMarked;
