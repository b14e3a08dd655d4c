/**
 * A repository's API, simulated over real HTTP on a loopback port: it takes deposits, counts them against a quota and
 * answers 429 with {@code Retry-After} as the real ones do. Start at {@link dev.limiter.sample.api.SimulatedApi}.
 */
@NullMarked
package dev.limiter.sample.api;

import org.jspecify.annotations.NullMarked;
