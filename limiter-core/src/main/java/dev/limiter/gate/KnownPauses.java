package dev.limiter.gate;

import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.PauseAsk;
import dev.limiter.bucket.Reply;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What a gate knows of the pauses that hold it. Guarded by the gate's lock. */
final class KnownPauses {

    private Pause ofKey = Pause.NONE;

    private Pause ofContour = Pause.NONE;

    /** Until when a pause holds that the store has not taken. */
    private long unwrittenUntil = Long.MIN_VALUE;

    /** Read without the lock as well. */
    private final AtomicLong changes = new AtomicLong();

    /** Whether it was news. What is older than what is known changes nothing. */
    boolean learn(Scope scope, Pause pause) {
        if (pause.number() <= of(scope).number()) {
            return false;
        }
        know(scope, pause);
        this.changes.incrementAndGet();
        return true;
    }

    /** A pause that the store has not taken holds in this process until then, or no more. Whether it was news. */
    boolean hold(long until) {
        boolean longer = until > this.unwrittenUntil;
        this.unwrittenUntil = until;
        if (longer) {
            this.changes.incrementAndGet();
        }
        return longer;
    }

    /** Whether nothing may be sent now, whatever the store says. */
    boolean holdsUnwritten(long now) {
        return now < this.unwrittenUntil;
    }

    /**
     * When what holds now is over, as far as no store books slots for after it.
     *
     * @param away whether there is none to book any
     */
    long unansweredUntil(boolean away, long now) {
        long until = away ? until() : this.unwrittenUntil;
        return (now < until) ? until : Instants.FOR_EVER;
    }

    boolean learn(Reply reply) {
        return learn(Scope.KEY, reply.pause()) | learn(Scope.CONTOUR, reply.contourPause());
    }

    /** How many pauses in a row there are with this one. */
    int rowAfter(PauseAsk ask) {
        Pause before = of(ask.scope());
        return (ask.sentAt() < before.until()) ? Math.max(1, before.row()) : before.row() + 1;
    }

    /** Whether the slots of the reply were booked before a pause that is known by now. */
    boolean outdate(Reply reply) {
        return reply.pause().number() < this.ofKey.number()
                || reply.contourPause().number() < this.ofContour.number();
    }

    Pause of(Scope scope) {
        return (scope == Scope.CONTOUR) ? this.ofContour : this.ofKey;
    }

    /** How often something new was learned. Not guarded. */
    long changes() {
        return this.changes.get();
    }

    long until() {
        return Math.max(this.unwrittenUntil, Math.max(this.ofKey.until(), this.ofContour.until()));
    }

    /** The pause whose row a success of a request sent at that instant ends; {@code null} where there is none. */
    @Nullable
    Pause endRow(Scope scope, long sentAt) {
        Pause old = of(scope);
        if (old.row() == 0 || sentAt < old.until()) {
            return null;
        }
        know(scope, new Pause(old.number(), 0, old.from(), old.until()));
        return old;
    }

    private void know(Scope scope, Pause pause) {
        if (scope == Scope.CONTOUR) {
            this.ofContour = pause;
        } else {
            this.ofKey = pause;
        }
    }
}
