package dev.limiter.http;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How one attempt ended, as far as a repeat depends on it. Immutable. */
public sealed interface AttemptOutcome {

    /** The server answered. */
    static Answered answered(ServerAnswer answer, Verdict verdict) {
        return new Answered(answer.status(), verdict, answer.retryAfter().orElse(null));
    }

    /** No connection was made, so that the server has seen nothing: refused, unknown host, time-out of the connect. */
    static NotConnected notConnected() {
        return new NotConnected();
    }

    /** The connection broke, or an answer did not come in time, after something may have been sent. */
    static Unknown unknown() {
        return new Unknown();
    }

    /** How long the server asks to wait; {@link Duration#ZERO} where it does not. */
    default Duration asked() {
        return Duration.ZERO;
    }

    /** This outcome for a call of which the server has seen more than this attempt. */
    default AttemptOutcome asPossiblyActedUpon() {
        return unknown();
    }

    /**
     * The server answered.
     *
     * @param status the status code
     * @param verdict what the classifier said
     * @param retryAfter what {@code Retry-After} asks for, on whatever status; {@code null} for nothing usable
     */
    record Answered(int status, Verdict verdict, @Nullable Duration retryAfter) implements AttemptOutcome {

        public Answered {
            retryAfter = RetryAfter.usable(retryAfter);
        }

        @Override
        public Answered asPossiblyActedUpon() {
            return new Answered(this.status, this.verdict.asPossiblyActedUpon(), this.retryAfter);
        }

        /** The longer of what the header and the classifier say. */
        @Override
        public Duration asked() {
            Duration header = Objects.requireNonNullElse(this.retryAfter, Duration.ZERO);
            Duration judged = (this.verdict instanceof Verdict.Throttled throttled)
                    ? Objects.requireNonNullElse(throttled.retryAfter(), Duration.ZERO)
                    : Duration.ZERO;
            return (header.compareTo(judged) > 0) ? header : judged;
        }
    }

    /** See {@link AttemptOutcome#notConnected()}. */
    record NotConnected() implements AttemptOutcome {}

    /** See {@link AttemptOutcome#unknown()}. */
    record Unknown() implements AttemptOutcome {}
}
