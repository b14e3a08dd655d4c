package dev.limiter.sample.api;

import java.time.Duration;

/**
 * A pause that the server demands once: the first request that comes after {@code afterAccepted} accepted ones is refused
 * with the whole {@code length} as its {@code Retry-After}, and so is everything else until that has passed.
 */
public record PauseRule(int afterAccepted, Duration length) {

    public PauseRule {
        if (afterAccepted < 1) {
            throw new IllegalArgumentException(
                    "A pause comes after at least 1 accepted request, not after " + afterAccepted);
        }
        if (length.compareTo(Duration.ofMillis(1)) < 0 || length.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("A demanded pause must last from 1 ms to 1 day, not " + length);
        }
    }
}
