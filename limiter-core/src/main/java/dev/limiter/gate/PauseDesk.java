package dev.limiter.gate;

import dev.limiter.PauseBegun;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.PauseAsk;
import dev.limiter.contour.PausePolicy;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries what the server answered into the store, for one gate. */
final class PauseDesk {

    private static final Logger logger = LoggerFactory.getLogger(PauseDesk.class);

    private final Gate gate;

    private final Wiring wiring;

    private final PausePolicy policy;

    private final String verb;

    private final PauseNews newsOfKey = new PauseNews();

    /** Shared by the gates of all keys: a pause of them all is news once. */
    private final PauseNews newsOfContour;

    PauseDesk(Gate gate, Wiring wiring) {
        this.gate = gate;
        this.wiring = wiring;
        this.policy = gate.contour().pause();
        this.verb = gate.contour().isObserved() ? "would be paused" : "paused";
        this.newsOfContour = wiring.newsOf(gate.contour());
    }

    /** Why there is a pause: for people, and for meters. */
    private record Origin(String cause, String client) {}

    void refused(long sentAt, Refusal refusal) {
        this.wiring.listener().refused(this.gate.contour().name(), refusal);
        if (refusal.scope() != Scope.CALL) {
            pause(
                    new PauseAsk(refusal.scope(), sentAt, usable(refusal.retryAfter()), jitter(), false),
                    new Origin(refusal.cause(), refusal.client()));
        }
    }

    /** What says nothing, or nothing that could be waited for, is left to the fallback. */
    private @Nullable Duration usable(@Nullable Duration retryAfter) {
        return (retryAfter == null || retryAfter.isNegative() || retryAfter.isZero()) ? null : bounded(retryAfter);
    }

    /** A pause that a person asked for: nothing is added to it, and it counts in no row. */
    CompletableFuture<Void> pauseByHand(Scope scope, Duration length, String cause) {
        if (length.isNegative() || length.isZero()) {
            throw new IllegalArgumentException("a pause must be longer than zero, but is " + length);
        }
        return pause(new PauseAsk(scope, this.wiring.now(), bounded(length), 0, true), new Origin(cause, ""))
                .toCompletableFuture();
    }

    private CompletionStage<Void> pause(PauseAsk ask, Origin origin) {
        return this.wiring
                .store()
                .pause(this.gate.bucket(), ask)
                .thenAccept(pause -> tell(ask.scope(), pause, origin))
                .whenComplete((told, failure) -> {
                    if (failure != null) {
                        hold(ask, origin, failure);
                    }
                });
    }

    /** The store took no pause: this process keeps it all the same. */
    private void hold(PauseAsk ask, Origin origin, Throwable failure) {
        long now = this.wiring.now();
        Duration asked = (ask.length() != null) ? ask.length() : this.policy.fallback(this.gate.rowAfter(ask));
        Duration length = asked.plus(Duration.of(ask.jitterMicros(), ChronoUnit.MICROS));
        if (this.wiring.unwritten().hold(this.gate, ask, Instants.plus(now, length), origin.cause())) {
            logger.warn(
                    "Contour '{}' {} for {} in this process alone, until the store takes it: {}; {}",
                    paused(ask.scope()),
                    this.verb,
                    length,
                    origin.cause(),
                    failure.toString());
            begun(length, new PauseNews.Change(false, now), now, origin);
        }
    }

    private void tell(Scope scope, Pause pause, Origin origin) {
        this.gate.learn(scope, pause);
        PauseNews news = news(scope);
        long now = this.wiring.now();
        PauseNews.Change change = news.tell(pause, now, origin.cause());
        if (change == null) {
            return;
        }
        Duration length = Instants.between(now, pause.until());
        if (!change.moved()) {
            logger.info("Contour '{}' {} for {}: {}", paused(scope), this.verb, length, origin.cause());
        }
        begun(length, change, now, origin);
        if (!change.moved()) {
            watch(news);
        }
    }

    private PauseNews news(Scope scope) {
        return (scope == Scope.CONTOUR) ? this.newsOfContour : this.newsOfKey;
    }

    private void begun(Duration length, PauseNews.Change change, long now, Origin origin) {
        String contour = this.gate.contour().name();
        Duration added = length.minus(Instants.between(now, change.from()));
        this.wiring
                .listener()
                .paused(new PauseBegun(contour, length, added, change.moved(), origin.cause(), origin.client()));
    }

    /** Looks again at the end of a pause: it may have moved later meanwhile. */
    private void watch(PauseNews news) {
        long at = news.endsAt();
        if (at != Instants.FOR_EVER) {
            this.wiring.timer().at(at, () -> {
                if (news.isOver(this.wiring.now())) {
                    this.wiring.listener().pauseOver(this.gate.contour().name());
                } else {
                    watch(news);
                }
            });
        }
    }

    /** A pause that this or another process has made, or ended. */
    void learned(Scope scope, Pause pause) {
        news(scope).learn(pause);
    }

    private Object paused(Scope scope) {
        return (scope == Scope.CONTOUR) ? this.gate.contour().name() : this.gate.bucket();
    }

    /** One that was told when the store would not take it has been taken now: it ends as those do that the store took at once. */
    void written(Scope scope, Pause pause, String cause) {
        PauseNews news = news(scope);
        PauseNews.Change change = news.tell(pause, this.wiring.now(), cause);
        if (change == null) {
            news.explain(pause, cause);
        } else if (!change.moved()) {
            watch(news);
        }
    }

    /** One has come to its end that the store has never taken. */
    void overUnwritten() {
        this.wiring.listener().pauseOver(this.gate.contour().name());
    }

    /** Why there is this pause; {@code null} where another process reported it. */
    @Nullable
    String causeOf(Scope scope, Pause pause) {
        return news(scope).causeOf(pause);
    }

    CompletableFuture<Void> resume() {
        return this.wiring
                .unwritten()
                .end(this.gate)
                .thenCompose(ended -> this.wiring.store().resume(this.gate.bucket()))
                .thenRun(this::resumed);
    }

    private void resumed() {
        logger.info("Contour '{}' resumed by hand", this.gate.bucket());
        this.wiring.listener().resumed(this.gate.contour().name());
    }

    /** The first success of a request that was sent after a pause ends its row. */
    void succeeded(long sentAt) {
        for (Scope scope : new Scope[] {Scope.KEY, Scope.CONTOUR}) {
            Pause pause = this.gate.endRow(scope, sentAt);
            if (pause != null) {
                this.wiring.store().endRow(this.gate.bucket(), scope, pause.number());
            }
        }
    }

    private Duration bounded(Duration length) {
        if (length.compareTo(this.policy.max()) <= 0) {
            return length;
        }
        logger.warn(
                "Contour '{}': a pause of {} was asked for, and is cut to pause.max {}",
                this.gate.bucket(),
                length,
                this.policy.max());
        return this.policy.max();
    }

    private long jitter() {
        long most = Instants.micros(this.policy.jitter());
        return (most == 0) ? 0 : this.wiring.random().applyAsLong(most + 1);
    }
}
