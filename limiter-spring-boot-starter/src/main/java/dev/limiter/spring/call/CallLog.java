package dev.limiter.spring.call;

import dev.limiter.contour.Contour;
import dev.limiter.http.AttemptOutcome;
import dev.limiter.http.RetryDecision;
import dev.limiter.http.RetryDecision.Repeat;
import dev.limiter.http.RetryDecision.Stop;
import dev.limiter.http.Verdict;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of one call, at DEBUG: each line has the call's number in this process and the time since it began. It knows no
 * path, query, header or key. Safe for use by many threads.
 */
final class CallLog {

    private static final Logger logger = LoggerFactory.getLogger(CallLog.class);

    private static final AtomicLong CALLS = new AtomicLong();

    private static final CallLog SILENT = new CallLog(0);

    private final long number;

    private final long began = System.nanoTime();

    private CallLog(long number) {
        this.number = number;
    }

    /** That of a call that begins; it stays silent where nobody reads it. */
    static CallLog begin() {
        return logger.isDebugEnabled() ? new CallLog(CALLS.incrementAndGet()) : SILENT;
    }

    private void say(Supplier<String> what) {
        if (this != SILENT) {
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - this.began);
            logger.debug("Call {}, {} ms: {}", this.number, millis, what.get());
        }
    }

    /** @param place a marked method or a host */
    void asks(Contour contour, int attempt, String method, Supplier<String> place) {
        say(() -> "attempt %d, %s at %s, asks contour '%s' for a permit"
                .formatted(attempt, method, place.get(), contour.name()));
    }

    void leaves() {
        say(() -> "has its permit and leaves");
    }

    void ended(Ending ending) {
        AttemptOutcome outcome = ending.outcome();
        boolean refusal =
                outcome instanceof AttemptOutcome.Answered answered && answered.verdict() instanceof Verdict.Throttled;
        say(() -> ending.inWords()
                + (refusal ? ", which is a refusal" : "")
                + (outcome.asked().isZero() ? "" : ", asks to wait for " + outcome.asked()));
    }

    void notSent() {
        say(() -> "was not sent");
    }

    void decided(RetryDecision decision) {
        if (decision instanceof Repeat repeat) {
            say(() -> "is repeated after " + repeat.after());
        } else if (decision instanceof Stop stop && stop.reason() != RetryDecision.Reason.FINAL) {
            say(() -> "is not repeated: " + stop.reason());
        }
    }
}
