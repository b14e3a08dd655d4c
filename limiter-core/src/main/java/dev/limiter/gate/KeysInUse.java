package dev.limiter.gate;

import dev.limiter.TooManyKeysException;
import dev.limiter.contour.Contour;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How many keys of one contour this process has gates for, and the bound on it. Safe for use by many threads. */
final class KeysInUse {

    private static final Logger logger = LoggerFactory.getLogger(KeysInUse.class);

    private static final long QUIET = TimeUnit.HOURS.toMicros(1);

    private final String contour;

    private final int most;

    private final AtomicInteger keys = new AtomicInteger();

    private final AtomicReference<@Nullable Long> warnedAt = new AtomicReference<>();

    KeysInUse(Contour contour) {
        this.contour = contour.name();
        this.most = contour.maxKeys();
    }

    /**
     * One more.
     *
     * @throws TooManyKeysException when that would be one too many
     */
    void enter() {
        if (this.keys.getAndUpdate(count -> Math.min(count + 1, this.most)) == this.most) {
            throw new TooManyKeysException(this.contour, this.most);
        }
    }

    void leave() {
        this.keys.decrementAndGet();
    }

    /** Warns where half of them are in use: whoever keys by something without end learns of it before calls are denied. */
    void warn(long now) {
        int count = this.keys.get();
        Long before = this.warnedAt.get();
        if (2L * count < this.most || (before != null && now - before < QUIET)) {
            return;
        }
        if (this.warnedAt.compareAndSet(before, now)) {
            logger.warn(
                    "Contour '{}': {} keys are in use in this process, of at most {} (limiter.contours.{}.max-keys). Beyond"
                            + " that, calls with a new key are denied. A key leaves when nobody uses it and its bucket is"
                            + " full again. Said once an hour.",
                    this.contour,
                    count,
                    this.most,
                    this.contour);
        }
    }
}
