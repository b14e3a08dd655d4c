package dev.limiter.spring.call;

import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.RateLimitException;
import dev.limiter.Refusal;
import dev.limiter.contour.Contour;
import dev.limiter.spring.call.ContourResolver.Circuit;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The permit of an attempt, for which the thread that sends it waits. Used by that thread; only the end may come from
 * another one. Whoever waits is told of an interruption by a {@link RateLimitException}, and stays interrupted.
 */
final class AwaitedPermit {

    private final Traffic traffic;

    private volatile @Nullable Permit permit;

    /** On the clock of {@link System#nanoTime()}. */
    private long grantedAt;

    private boolean exchanged;

    AwaitedPermit(Traffic traffic) {
        this.traffic = traffic;
    }

    /** Waits for the first one. */
    void take(Circuit charged, PermitRequest asked) {
        try {
            hold(this.traffic.limiter(charged, null).acquire(asked));
        } catch (InterruptedException ex) {
            throw interrupted(charged, ex);
        }
    }

    /**
     * What was sent is followed by something else, which needs another one; before all others, since its turn had come.
     *
     * @param charged {@code null} where nothing is charged for that
     */
    void takeAnother(@Nullable Circuit charged) {
        Permit used = this.permit;
        this.permit = null;
        Runnable release = (used != null) ? used::close : () -> {};
        if (charged != null) {
            takeAnother(charged, release);
        } else {
            release.run();
        }
    }

    /** Gives it back unused, and waits for another one. */
    void exchange(Circuit charged) {
        Permit old = Objects.requireNonNull(this.permit);
        this.permit = null;
        takeAnother(charged, old::giveBack);
    }

    /** @param release frees the place of the permit before, which whoever waits then gets, and may need this connection */
    private void takeAnother(Circuit charged, Runnable release) {
        CompletableFuture<Permit> asked = this.traffic
                .limiter(charged, null)
                .acquireAsync(charged.request().withPriority(Priority.URGENT));
        release.run();
        try {
            hold(asked.get());
        } catch (InterruptedException ex) {
            if (!asked.cancel(false) && !asked.isCompletedExceptionally()) {
                asked.join().giveBack();
            }
            throw interrupted(charged, ex);
        } catch (ExecutionException ex) {
            throw (ex.getCause() instanceof RateLimitException denial) ? denial : new IllegalStateException(ex);
        }
    }

    static RateLimitException interrupted(Circuit charged, InterruptedException ex) {
        return Interruption.of(ex, charged.contour().name(), "waiting for a permit");
    }

    void hold(Permit granted) {
        this.permit = granted;
        this.grantedAt = System.nanoTime();
    }

    /**
     * Whether it has waited too long to be used, or into a pause. Late twice is the machine's own slowness; and a cap
     * bounds what can come late together. Then only a pause counts.
     */
    boolean isOutOfDate(Circuit charged) {
        Permit held = this.permit;
        if (held == null) {
            return false;
        }
        boolean capped = charged.contour().concurrency() != Contour.UNLIMITED_CONCURRENCY;
        if (!capped && !this.exchanged && this.traffic.isLate(charged.contour(), this.grantedAt)) {
            this.exchanged = true;
            return true;
        }
        return held.isVoid();
    }

    void refused(Refusal refusal) {
        Objects.requireNonNull(this.permit).refused(refusal);
    }

    void succeeded() {
        Objects.requireNonNull(this.permit).succeeded();
    }

    void close() {
        Permit held = this.permit;
        if (held != null) {
            held.close();
        }
    }
}
