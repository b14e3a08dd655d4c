package dev.limiter.contour;

import java.time.Duration;

/**
 * How often a call is sent again.
 *
 * @param maxAttempts how many exchanges one call may take; 1 means that nothing is repeated
 * @param backoff the first wait before a repeat, doubled with each one; the server's Retry-After is a floor
 * @param maxBackoff how long that wait can become
 * @param budget the share of its own attempts that the contour may spend on repeats, from 0 to 1 (a floor of three is
 *     always there)
 * @param repeatRefused whether a call that the server refused with 429 is repeated whatever its method, since it was
 *     not acted upon
 */
public record RetryPolicy(
        int maxAttempts, Duration backoff, Duration maxBackoff, double budget, boolean repeatRefused) {

    /** Five attempts, from 1 s to 30 s, a budget of 20 %, refused calls are repeated. */
    public static final RetryPolicy DEFAULT =
            new RetryPolicy(5, Duration.ofSeconds(1), Duration.ofSeconds(30), 0.2, true);

    public RetryPolicy {
        if (maxAttempts < 1 || maxAttempts > 100) {
            throw new IllegalArgumentException(
                    "retry.max-attempts must be from 1 (no repeat) to 100, but is " + maxAttempts);
        }
        if (backoff.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException("retry.backoff must be at least 1ms, but is " + backoff);
        }
        if (maxBackoff.compareTo(backoff) < 0 || maxBackoff.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("retry.max-backoff must be from retry.backoff (%s) to 1 day, but is %s"
                    .formatted(backoff, maxBackoff));
        }
        if (!(budget >= 0 && budget <= 1)) {
            throw new IllegalArgumentException("retry.budget must be from 0%% to 100%%, but is %s".formatted(budget));
        }
    }
}
