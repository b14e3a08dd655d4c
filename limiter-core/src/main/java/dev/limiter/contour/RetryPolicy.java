package dev.limiter.contour;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How often a call is sent again. Immutable.
 *
 * @param maxAttempts how many exchanges one call may take; 1 means that nothing is repeated
 * @param backoff the first wait before a repeat, doubled with each one; the server's Retry-After is a floor
 * @param maxBackoff how long that wait can become
 * @param maxTime how long after the call began a repeat may still begin; {@code null} for any time
 * @param budget the share of its first attempts that the contour may spend on repeats, from 0 to 1, beside the three that
 *     it has to begin with
 * @param repeatRefused whether a call that the server refused with 429 is repeated whatever its method, since it was
 *     not acted upon
 * @param statuses the answers after which a call is repeated where it is safe to act upon it twice
 */
public record RetryPolicy(
        int maxAttempts,
        Duration backoff,
        Duration maxBackoff,
        @Nullable Duration maxTime,
        double budget,
        boolean repeatRefused,
        Set<Integer> statuses) {

    /**
     * 502, 503 and 504: the statuses that RFC 9110 §15.6 gives to a gateway without an answer and to a passing overload.
     * 500 is not among them: it is mostly a defect that answers the same again.
     */
    public static final Set<Integer> PASSING_TROUBLE = Set.of(502, 503, 504);

    /** Five attempts, from 1 s to 30 s, in any time, a budget of 20 %, refused calls and passing troubles are repeated. */
    public static final RetryPolicy DEFAULT =
            new RetryPolicy(5, Duration.ofSeconds(1), Duration.ofSeconds(30), null, 0.2, true, PASSING_TROUBLE);

    public RetryPolicy {
        statuses = Set.copyOf(statuses);
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
        if (maxTime != null && (maxTime.isNegative() || maxTime.isZero())) {
            throw new IllegalArgumentException("retry.max-time must be above zero, but is " + maxTime);
        }
        if (!(budget >= 0 && budget <= 1)) {
            throw new IllegalArgumentException("retry.budget must be from 0%% to 100%%, but is %s".formatted(budget));
        }
        for (int status : statuses) {
            if (status < 400 || status > 599 || status == 429) {
                throw new IllegalArgumentException("retry.statuses must be from 400 to 599, but one is %d%s"
                        .formatted(status, (status == 429) ? ": that is what retry.repeat-refused is for" : ""));
            }
        }
    }

    /** This policy with another number of attempts. */
    public RetryPolicy withMaxAttempts(int other) {
        return new RetryPolicy(
                other, this.backoff, this.maxBackoff, this.maxTime, this.budget, this.repeatRefused, this.statuses);
    }

    /** This policy with other waits. */
    public RetryPolicy withBackoff(Duration first, Duration longest) {
        return new RetryPolicy(
                this.maxAttempts, first, longest, this.maxTime, this.budget, this.repeatRefused, this.statuses);
    }

    /** This policy with another total time; {@code null} for any. */
    public RetryPolicy withMaxTime(@Nullable Duration other) {
        return new RetryPolicy(
                this.maxAttempts, this.backoff, this.maxBackoff, other, this.budget, this.repeatRefused, this.statuses);
    }

    /** This policy with another share for repeats. */
    public RetryPolicy withBudget(double other) {
        return new RetryPolicy(
                this.maxAttempts,
                this.backoff,
                this.maxBackoff,
                this.maxTime,
                other,
                this.repeatRefused,
                this.statuses);
    }

    /** This policy, which repeats refused calls whatever their method, or does not. */
    public RetryPolicy withRepeatRefused(boolean other) {
        return new RetryPolicy(
                this.maxAttempts, this.backoff, this.maxBackoff, this.maxTime, this.budget, other, this.statuses);
    }

    /** This policy for other answers. */
    public RetryPolicy withStatuses(Set<Integer> other) {
        return new RetryPolicy(
                this.maxAttempts, this.backoff, this.maxBackoff, this.maxTime, this.budget, this.repeatRefused, other);
    }
}
