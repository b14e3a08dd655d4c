package dev.limiter.gate;

import dev.limiter.bucket.Ticker;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Lets the first request to a host go alone; the others follow when it has been answered.
 *
 * <p>A first request meets connection set-up, TLS and class loading, and may arrive seconds after it was sent; those
 * sent after it would then arrive with it, all at once, and earn refusals. Where the first one fails, the next one is
 * first. Nobody waits longer than five seconds. Safe for use by many threads.
 */
public final class HostWarmUp {

    private static final long PATIENCE_MICROS = 5_000_000;

    private static final Turn WARM = new Turn(null);

    private final Timer timer;

    private final Ticker ticker;

    private final ConcurrentMap<String, Host> hosts = new ConcurrentHashMap<>();

    HostWarmUp(Timer timer, Ticker ticker) {
        this.timer = timer;
        this.ticker = ticker;
    }

    /**
     * Completes when a request may go to the host: at once where it is warm, or where this is the first one. Cancelling
     * the future gives the turn up.
     *
     * @param host host and port
     */
    public CompletableFuture<Turn> enter(String host) {
        Host entered = this.hosts.computeIfAbsent(host, absent -> new Host());
        return entered.warm ? CompletableFuture.completedFuture(WARM) : entered.enter();
    }

    /** A request's turn. Exactly one of its methods should be called; further calls do nothing. */
    public static final class Turn {

        private final @Nullable Host host;

        private final AtomicBoolean ended = new AtomicBoolean();

        private Turn(@Nullable Host host) {
            this.host = host;
        }

        /** The server has answered, whatever it said: the host is warm. */
        public void answered() {
            end(true);
        }

        /** There was no answer, or nothing was sent. */
        public void failed() {
            end(false);
        }

        private void end(boolean answered) {
            if (this.host != null && this.ended.compareAndSet(false, true)) {
                this.host.ended(answered);
            }
        }
    }

    private final class Host {

        private final Queue<CompletableFuture<Turn>> followers = new ArrayDeque<>();

        private boolean firstIsUnderWay;

        private volatile boolean warm;

        CompletableFuture<Turn> enter() {
            CompletableFuture<Turn> follower = new CompletableFuture<>();
            synchronized (this) {
                if (this.warm) {
                    return CompletableFuture.completedFuture(WARM);
                }
                if (!this.firstIsUnderWay) {
                    this.firstIsUnderWay = true;
                    return CompletableFuture.completedFuture(new Turn(this));
                }
                this.followers.add(follower);
            }
            Timer.Alarm alarm = HostWarmUp.this.timer.at(
                    HostWarmUp.this.ticker.micros() + PATIENCE_MICROS, () -> follower.complete(WARM));
            CompletionStage<Turn> stage = follower;
            stage.whenComplete((turn, failure) -> {
                alarm.cancel();
                leave(follower);
            });
            return follower;
        }

        private synchronized void leave(CompletableFuture<Turn> follower) {
            this.followers.remove(follower);
        }

        void ended(boolean answered) {
            if (answered) {
                everybody().forEach(follower -> follower.complete(WARM));
                return;
            }
            // The turn passes to the first follower that still waits.
            CompletableFuture<Turn> next = next();
            while (next != null && !next.complete(new Turn(this))) {
                next = next();
            }
        }

        private synchronized Queue<CompletableFuture<Turn>> everybody() {
            this.warm = true;
            Queue<CompletableFuture<Turn>> all = new ArrayDeque<>(this.followers);
            this.followers.clear();
            return all;
        }

        private synchronized @Nullable CompletableFuture<Turn> next() {
            CompletableFuture<Turn> next = this.followers.poll();
            this.firstIsUnderWay = next != null;
            return next;
        }
    }
}
