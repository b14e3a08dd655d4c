package dev.limiter.operation;

import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An operation that is its holder's to send. The holder says how it ended: with {@link #done()} or {@link #release()}. A
 * holder that says neither, because it does not know or has died, leaves the operation in flight until {@link #until()}.
 * Safe for use by many threads.
 *
 * <p>Nobody needs to wait for the futures, which never fail: where the store does not take what it is told, the
 * operation stays in flight, at least until the store takes it, which is written to the log as a warning.
 */
public final class Claim {

    private static final Logger logger = LoggerFactory.getLogger(Claim.class);

    private enum Stand {
        HELD,
        UNCERTAIN,
        RELEASED,
        DONE
    }

    private final Claims claims;

    private final String contour;

    private final String id;

    private final String owner;

    private final Instant until;

    private final AtomicReference<Stand> stand = new AtomicReference<>(Stand.HELD);

    Claim(Claims claims, String contour, String id, String owner, Instant until) {
        this.claims = claims;
        this.contour = contour;
        this.id = id;
        this.owner = owner;
        this.until = until;
    }

    /** The name of the contour. */
    public String contour() {
        return this.contour;
    }

    /** The id of the operation. */
    public String operation() {
        return this.id;
    }

    /** When the claim is over, unless it is settled before. */
    public Instant until() {
        return this.until;
    }

    /** The operation succeeded. It is noted as done for the contour's {@code operation-ttl} from now. */
    public CompletableFuture<Void> done() {
        return (this.stand.getAndSet(Stand.DONE) != Stand.DONE)
                ? told(this.claims.done(this.contour, this.id), "was done, but could not be noted so")
                : CompletableFuture.completedFuture(null);
    }

    /**
     * The server has acted upon nothing that was sent under this claim: somebody else may send it. Does nothing once an
     * outcome was {@linkplain #outcomeUnknown() not known}: a later attempt that was refused says nothing of an earlier one.
     */
    public CompletableFuture<Void> release() {
        return this.stand.compareAndSet(Stand.HELD, Stand.RELEASED)
                ? told(
                        this.claims.release(this.contour, this.id, this.owner),
                        "was not acted upon, but could not be released")
                : CompletableFuture.completedFuture(null);
    }

    /** The server may have acted upon an attempt: from now on only {@link #done()} settles it. */
    public void outcomeUnknown() {
        this.stand.compareAndSet(Stand.HELD, Stand.UNCERTAIN);
    }

    private CompletableFuture<Void> told(CompletionStage<?> stage, String what) {
        return stage.<Void>handle((answer, failure) -> {
                    if (failure != null) {
                        logger.warn(
                                "contour '{}': operation '{}' {}: it stays in flight until {}, unless the store does it later or it is settled by hand: {}",
                                this.contour,
                                this.id,
                                what,
                                this.until,
                                String.valueOf(failure.getCause()));
                    }
                    return null;
                })
                .toCompletableFuture();
    }
}
