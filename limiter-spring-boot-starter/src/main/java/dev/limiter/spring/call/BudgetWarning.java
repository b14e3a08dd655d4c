package dev.limiter.spring.call;

import dev.limiter.contour.Contour;
import dev.limiter.http.RetryBudget;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says that one contour has spent its repeats, at most once a minute. Safe for use by many threads. */
final class BudgetWarning {

    private static final Logger logger = LoggerFactory.getLogger(BudgetWarning.class);

    private static final Duration QUIET = Duration.ofMinutes(1);

    private final Contour contour;

    /** Like {@link System#nanoTime()}. */
    private final LongSupplier nanos;

    private final AtomicReference<@Nullable Long> saidAt = new AtomicReference<>();

    private final AtomicLong calls = new AtomicLong();

    BudgetWarning(Contour contour, LongSupplier nanos) {
        this.contour = contour;
        this.nanos = nanos;
    }

    /** A call was not repeated for it. */
    void exhausted() {
        this.calls.incrementAndGet();
        long now = this.nanos.getAsLong();
        Long before = this.saidAt.get();
        boolean quiet = before != null && now - before < QUIET.toNanos();
        if (quiet || !this.saidAt.compareAndSet(before, now)) {
            return;
        }
        logger.warn(
                "Contour '{}': its retry budget is exhausted. Of the calls since this was last said, {} could have been"
                        + " repeated and were not. Repeats may be {} % of first attempts (limiter.contours.{}.retry.budget),"
                        + " and {} more. Said once a minute.",
                this.contour.name(),
                this.calls.getAndSet(0),
                percent(this.contour.retry().budget()),
                this.contour.name(),
                RetryBudget.FLOOR);
    }

    private static String percent(double share) {
        return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString();
    }
}
