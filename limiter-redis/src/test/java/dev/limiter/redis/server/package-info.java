/**
 * Real Redis servers, and a network that fails, for tests and for the sample: they listen on the loopback and end with the
 * process that started them. Start at {@link dev.limiter.redis.server.RedisServer}.
 */
@NullMarked
package dev.limiter.redis.server;

import org.jspecify.annotations.NullMarked;
