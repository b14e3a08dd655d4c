package dev.limiter.http;

import dev.limiter.Refusal;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an answer means for the limit, as a {@link ResponseClassifier} sees it. Immutable. */
public sealed interface Verdict {

    /** Not a limit: nothing pauses, and the status alone says whether a repeat makes sense. */
    static Passed passed() {
        return new Passed();
    }

    /**
     * The server says "too many": pauses the contour and the key of the call, for as long as the contour's fallback
     * says. The server may have acted upon the request, so that only a request that is safe to send twice is repeated;
     * {@link Throttled#asNotActedUpon()} says otherwise.
     */
    static Throttled throttled() {
        return new Throttled(Refusal.Scope.KEY, null, false);
    }

    /** The answer stands: nothing pauses and nothing is repeated, as with a 429 that means "pay". */
    static Final finalAnswer() {
        return new Final(false);
    }

    /** Whether the server is known to have done nothing: then no business operation has happened. */
    default boolean isNotActedUpon() {
        return false;
    }

    /** This verdict for a server that has seen more than the request that this answers, such as one before a redirect. */
    default Verdict asPossiblyActedUpon() {
        return this;
    }

    /** See {@link Verdict#passed()}. */
    record Passed() implements Verdict {}

    /**
     * See {@link Verdict#finalAnswer()}.
     *
     * @param isNotActedUpon whether the request is known to have had no effect
     */
    record Final(boolean isNotActedUpon) implements Verdict {

        /** This verdict for a server that is known to have done nothing. */
        public Final asNotActedUpon() {
            return new Final(true);
        }

        @Override
        public Final asPossiblyActedUpon() {
            return new Final(false);
        }
    }

    /**
     * See {@link Verdict#throttled()}.
     *
     * @param scope what it stops; {@link Refusal.Scope#CALL} pauses nothing
     * @param retryAfter how long the server asks to wait from now, above zero; {@code null} where it says nothing
     *     usable. Zero and less are taken as {@code null}, more than {@link RetryAfter#LONGEST} as that
     * @param notActedUpon whether the request is known to have had no effect, so that it may be sent again whatever its
     *     method
     */
    record Throttled(Refusal.Scope scope, @Nullable Duration retryAfter, boolean notActedUpon) implements Verdict {

        public Throttled {
            retryAfter = RetryAfter.usable(retryAfter);
        }

        /** This verdict with another scope. */
        public Throttled withScope(Refusal.Scope other) {
            return new Throttled(other, this.retryAfter, this.notActedUpon);
        }

        /** This verdict with a time that the server asks for. */
        public Throttled withRetryAfter(Duration other) {
            return new Throttled(this.scope, other, this.notActedUpon);
        }

        /** This verdict with the time that was read from a header; nothing read is nothing usable. */
        public Throttled withRetryAfter(Optional<Duration> other) {
            return new Throttled(this.scope, other.orElse(null), this.notActedUpon);
        }

        /** This verdict for a server that is known to have done nothing: then a POST may be repeated too. */
        public Throttled asNotActedUpon() {
            return new Throttled(this.scope, this.retryAfter, true);
        }

        @Override
        public boolean isNotActedUpon() {
            return this.notActedUpon;
        }

        @Override
        public Throttled asPossiblyActedUpon() {
            return new Throttled(this.scope, this.retryAfter, false);
        }

        /** Whether anything but the call itself stops. */
        public boolean pauses() {
            return this.scope != Refusal.Scope.CALL;
        }

        /**
         * What to tell the permit.
         *
         * @param cause a short text for logs and events, such as {@code 429 at RecordClient.deposit}
         */
        public Refusal toRefusal(String cause) {
            return new Refusal(this.scope, this.retryAfter, cause);
        }
    }
}
