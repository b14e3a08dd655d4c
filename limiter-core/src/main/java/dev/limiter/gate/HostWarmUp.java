package dev.limiter.gate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
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
 * first. Nobody waits longer than five seconds, nor after the registry is closed: then the limiter says so. Safe for use
 * by many threads.
 */
public final class HostWarmUp {

    private static final long PATIENCE_MICROS = 5_000_000;

    private final Wiring wiring;

    private final ConcurrentMap<String, Host> hosts = new ConcurrentHashMap<>();

    private volatile boolean closed;

    HostWarmUp(Wiring wiring) {
        this.wiring = wiring;
    }

    /**
     * Completes when a request may go to the host: at once where it is warm, or where this is the first one. Cancelling
     * the future gives the turn up.
     *
     * @param host host and port
     */
    public CompletableFuture<Turn> enter(String host) {
        CompletableFuture<Turn> entered =
                this.hosts.computeIfAbsent(host, absent -> new Host()).enter();
        if (this.closed) {
            close();
        }
        return entered;
    }

    void close() {
        this.closed = true;
        this.hosts.values().forEach(Host::letEverybodyGo);
    }

    /** A request's turn. Exactly one of its methods should be called; further calls do nothing. */
    public static final class Turn {

        private final Host host;

        /** Whether others wait for the outcome. */
        private final boolean first;

        private final AtomicBoolean ended = new AtomicBoolean();

        private Turn(Host host, boolean first) {
            this.host = host;
            this.first = first;
        }

        /** The server has answered, whatever it said: the host is warm. */
        public void answered() {
            if (this.ended.compareAndSet(false, true)) {
                this.host.answered();
            }
        }

        /** There was no answer, or nothing was sent. */
        public void failed() {
            if (this.ended.compareAndSet(false, true) && this.first) {
                this.host.passOn();
            }
        }
    }

    private final class Host {

        private final Queue<CompletableFuture<Turn>> followers = new ArrayDeque<>();

        private boolean firstIsUnderWay;

        private volatile boolean warm;

        /** One for all who come once the host is warm: how their turn ends changes nothing. */
        private final CompletableFuture<Turn> whenWarm = CompletableFuture.completedFuture(new Turn(this, false));

        CompletableFuture<Turn> enter() {
            if (this.warm) {
                return this.whenWarm;
            }
            CompletableFuture<Turn> entered = new CompletableFuture<>();
            if (follows(entered)) {
                watch(entered);
            }
            return entered;
        }

        private boolean follows(CompletableFuture<Turn> entered) {
            synchronized (this) {
                if (this.warm || !this.firstIsUnderWay) {
                    Turn turn = new Turn(this, !this.warm);
                    this.firstIsUnderWay = true;
                    return !entered.complete(turn);
                }
                return this.followers.add(entered);
            }
        }

        /** Nobody waits for ever. Whoever was let go, and is answered before the first one, warms the host as well. */
        private void watch(CompletableFuture<Turn> follower) {
            Wiring wiring = HostWarmUp.this.wiring;
            Timer.Alarm alarm = wiring.timer().at(wiring.now() + PATIENCE_MICROS, () -> let(follower));
            CompletionStage<Turn> stage = follower;
            stage.whenComplete((turn, failure) -> {
                alarm.cancel();
                leave(follower);
            });
        }

        private void let(CompletableFuture<Turn> follower) {
            HostWarmUp.this.wiring.tell(List.of(() -> follower.complete(new Turn(this, false))));
        }

        private synchronized void leave(CompletableFuture<Turn> follower) {
            this.followers.remove(follower);
        }

        void answered() {
            if (!this.warm) {
                this.warm = true;
                letEverybodyGo();
            }
        }

        void letEverybodyGo() {
            everybody().forEach(this::let);
        }

        private synchronized List<CompletableFuture<Turn>> everybody() {
            List<CompletableFuture<Turn>> all = new ArrayList<>(this.followers);
            this.followers.clear();
            return all;
        }

        /** The turn goes to the first follower that still waits. */
        void passOn() {
            CompletableFuture<Turn> next = next();
            if (next != null) {
                HostWarmUp.this.wiring.tell(List.of(() -> {
                    if (!next.complete(new Turn(this, true))) {
                        passOn();
                    }
                }));
            }
        }

        private synchronized @Nullable CompletableFuture<Turn> next() {
            CompletableFuture<Turn> next = this.followers.poll();
            this.firstIsUnderWay = next != null;
            return next;
        }
    }
}
