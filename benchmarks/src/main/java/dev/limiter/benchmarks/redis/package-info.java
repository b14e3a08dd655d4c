/**
 * What a permit costs on a real Redis, in one and in several processes, beside other limiters and the bare server.
 */
@NullMarked
package dev.limiter.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
