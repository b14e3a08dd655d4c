package dev.limiter.spring.call;

import dev.limiter.PermitRequest;
import dev.limiter.gate.HostWarmUp;
import dev.limiter.gate.HostWarmUp.Turn;
import dev.limiter.spring.call.ContourResolver.Circuit;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * An attempt's turn at a host that nobody has reached yet: the first one goes alone. The wait for it is part of the
 * caller's longest wait for its permit; when that is over, the attempt goes on without a turn. Safe for use by many
 * threads.
 */
public final class HostTurn {

    /** The warm-up lets everybody go long before. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private volatile @Nullable CompletableFuture<Turn> turn;

    private volatile long since;

    /** Asks for the turn: the future is complete where the host is warm, or nobody else is on the way. */
    public CompletableFuture<Turn> enter(HostWarmUp warmUp, URI url) {
        CompletableFuture<Turn> entered = warmUp.enter(ContourResolver.hostAndPort(url));
        this.since = System.nanoTime();
        this.turn = entered;
        return entered;
    }

    /**
     * Asks for the turn, and waits for it on the calling thread.
     *
     * @return what the caller may still ask of the limiter
     */
    PermitRequest await(HostWarmUp warmUp, URI url, Circuit circuit) throws InterruptedException {
        CompletableFuture<Turn> entered = enter(warmUp, url);
        if (entered.isDone() || circuit.contour().isObserved()) {
            return circuit.request();
        }
        try {
            entered.get(longest(circuit).toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException ex) {
            entered.cancel(false);
        } catch (InterruptedException ex) {
            end();
            throw ex;
        }
        return left(circuit);
    }

    /** How long the turn is waited for. */
    public static Duration longest(Circuit circuit) {
        Duration maxWait = circuit.maxWait();
        return (maxWait.compareTo(LONGEST) < 0) ? maxWait : LONGEST;
    }

    /** What the caller may still ask of the limiter after the wait. */
    public PermitRequest left(Circuit circuit) {
        Duration left = circuit.maxWait().minusNanos(System.nanoTime() - this.since);
        return circuit.request().withMaxWait(left.isNegative() ? Duration.ZERO : left);
    }

    /** The host has answered. */
    public void answered() {
        CompletableFuture<Turn> entered = this.turn;
        if (entered != null && has(entered)) {
            entered.join().answered();
        }
    }

    /** The attempt is over: where there was no answer, the next one is the first. */
    public void end() {
        CompletableFuture<Turn> entered = this.turn;
        if (entered != null && !entered.cancel(false) && has(entered)) {
            entered.join().failed();
        }
    }

    private static boolean has(CompletableFuture<Turn> entered) {
        return entered.isDone() && !entered.isCompletedExceptionally();
    }
}
