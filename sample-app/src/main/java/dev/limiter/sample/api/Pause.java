package dev.limiter.sample.api;

/**
 * The pause that was demanded: from the request whose refusal announced it, until the instant from which requests are
 * looked at again. Both in microseconds since the server's start.
 */
public record Pause(long fromMicros, long untilMicros) {}
