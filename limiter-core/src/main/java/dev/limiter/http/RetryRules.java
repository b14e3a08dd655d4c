package dev.limiter.http;

import dev.limiter.contour.RetryPolicy;
import dev.limiter.http.AttemptOutcome.Answered;
import dev.limiter.http.AttemptOutcome.NotConnected;
import dev.limiter.http.RetryDecision.Reason;
import dev.limiter.http.RetryDecision.Repeat;
import dev.limiter.http.RetryDecision.Stop;
import dev.limiter.http.Verdict.Passed;
import dev.limiter.http.Verdict.Throttled;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a call of a contour is sent again, and after which wait. One for each contour and process, since it
 * holds the contour's {@linkplain #budget() budget}.
 *
 * <table>
 * <caption>What is repeated</caption>
 * <tr><th>outcome</th><th>GET, HEAD, PUT, DELETE, OPTIONS, TRACE, or an idempotency key</th><th>others</th></tr>
 * <tr><td>429, or throttled and not acted upon</td><td>yes</td><td>unless {@code repeatRefused} is off</td></tr>
 * <tr><td>throttled otherwise, such as 503 with Retry-After</td><td>yes</td><td>no</td></tr>
 * <tr><td>502, 503, 504, or what {@code statuses} lists</td><td>yes</td><td>no</td></tr>
 * <tr><td>no connection</td><td>yes</td><td>yes</td></tr>
 * <tr><td>unknown</td><td>yes</td><td>no</td></tr>
 * <tr><td>anything else</td><td>no</td><td>no</td></tr>
 * </table>
 *
 * <p>No 4xx is repeated unless the classifier calls it throttled, or the policy lists it. A body that cannot be sent
 * again is never sent again.
 *
 * <p>Safe for use by many threads. Nothing here waits or throws.
 */
public final class RetryRules {

    private final RetryPolicy policy;

    private final RetryBudget budget;

    private final IntervalFunction backoff;

    private final DoubleSupplier random;

    /** Rules with a full budget. */
    public RetryRules(RetryPolicy policy) {
        this(policy, () -> ThreadLocalRandom.current().nextDouble());
    }

    RetryRules(RetryPolicy policy, DoubleSupplier random) {
        this.policy = policy;
        this.budget = new RetryBudget(policy.budget());
        this.backoff = IntervalFunction.ofExponentialBackoff(policy.backoff(), 2, policy.maxBackoff());
        this.random = random;
    }

    /** What the contour may still repeat. Tell it of each call's {@linkplain RetryBudget#firstAttempt() first attempt}. */
    public RetryBudget budget() {
        return this.budget;
    }

    /**
     * Decides after an attempt. A {@link Repeat} has spent one of the budget; a {@link Stop} never has.
     *
     * <p>The wait of a repeat is never shorter than what the server asked for. Where the answer pauses the contour, it
     * is that or the backoff, whichever is longer: the pause has jitter of its own, and permits space the callers.
     * Elsewhere the backoff comes on top. The backoff doubles with each attempt up to its longest, and lies between
     * half of that and all of it.
     *
     * @param request what was sent
     * @param attempt the number of the attempt that ended, from 1
     * @param outcome how it ended
     * @param longestWait how long the caller can wait for the server, usually its max-wait for a permit; {@code null}
     *     for any time. Where the server asks for more, the call ends at once. Our own backoff does not count
     * @param elapsed how long ago the call began
     */
    public RetryDecision decide(
            SentRequest request,
            int attempt,
            AttemptOutcome outcome,
            @Nullable Duration longestWait,
            Duration elapsed) {
        Repeating repeating = repeating(outcome);
        if (repeating == Repeating.NEVER) {
            return new Stop(Reason.FINAL);
        }
        boolean safe = repeating == Repeating.ALWAYS_SAFE || request.isSafeToActUponTwice();
        if (!safe || !request.bodyCanBeSentAgain()) {
            return new Stop(Reason.NOT_REPEATABLE);
        }
        if (attempt >= this.policy.maxAttempts()) {
            return new Stop(Reason.ATTEMPTS);
        }
        Duration asked = outcome.asked();
        if (longestWait != null && asked.compareTo(longestWait) > 0) {
            return new Stop(Reason.TOO_LATE);
        }
        Duration wait = wait(attempt, asked, outcome);
        Duration maxTime = this.policy.maxTime();
        if (maxTime != null && elapsed.plus(wait).compareTo(maxTime) > 0) {
            return new Stop(Reason.TIME);
        }
        // Last, so that a stop for another reason costs nothing.
        return this.budget.trySpend() ? new Repeat(wait) : new Stop(Reason.BUDGET);
    }

    private Repeating repeating(AttemptOutcome outcome) {
        if (outcome instanceof Answered answered) {
            return repeatingAfter(answered);
        }
        return (outcome instanceof NotConnected) ? Repeating.ALWAYS_SAFE : Repeating.SAFE_IF_IDEMPOTENT;
    }

    private Repeating repeatingAfter(Answered answered) {
        if (answered.verdict() instanceof Throttled throttled) {
            return (throttled.notActedUpon() && this.policy.repeatRefused())
                    ? Repeating.ALWAYS_SAFE
                    : Repeating.SAFE_IF_IDEMPOTENT;
        }
        boolean passing =
                answered.verdict() instanceof Passed && this.policy.statuses().contains(answered.status());
        return passing ? Repeating.SAFE_IF_IDEMPOTENT : Repeating.NEVER;
    }

    private Duration wait(int attempt, Duration asked, AttemptOutcome outcome) {
        long longest =
                Duration.ofMillis(this.backoff.apply(Math.max(1, attempt))).toNanos();
        Duration own = Duration.ofNanos(longest / 2 + (long) (longest / 2 * this.random.getAsDouble()));
        boolean pauses = outcome instanceof Answered answered
                && answered.verdict() instanceof Throttled throttled
                && throttled.pauses();
        if (pauses) {
            return (asked.compareTo(own) > 0) ? asked : own;
        }
        return asked.plus(own);
    }

    /** Whether what ended so may be sent again. */
    private enum Repeating {
        NEVER,
        /** The server is known to have done nothing. */
        ALWAYS_SAFE,
        /** The server may have acted upon it. */
        SAFE_IF_IDEMPOTENT
    }
}
