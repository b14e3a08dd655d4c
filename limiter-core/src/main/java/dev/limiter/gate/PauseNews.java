package dev.limiter.gate;

import dev.limiter.bucket.Pause;
import org.jspecify.annotations.Nullable;

/**
 * What has been told of the pauses of one scope, so that the refusals of requests that were in flight when a pause began
 * are no news, and the end of each is told once. Safe for use by many threads.
 */
final class PauseNews {

    private Pause told = Pause.NONE;

    /** May be another process's. */
    private Pause latest = Pause.NONE;

    /** The one whose cause is known here. */
    private Pause explained = Pause.NONE;

    private String cause = "";

    /** Whether a pause was told, and its end was not. */
    private boolean open;

    /**
     * What there is to tell of a pause.
     *
     * @param moved whether it was told before, and ends later now
     * @param from since when its time is new
     */
    record Change(boolean moved, long from) {}

    /** {@code null} where it is no news. */
    synchronized @Nullable Change tell(Pause pause, long now, String why) {
        if (pause.number() <= this.told.number()) {
            return null;
        }
        boolean moved = pause.from() == this.told.from();
        Change change = new Change(moved, moved ? Math.max(now, this.told.until()) : now);
        this.told = pause;
        explain(pause, why);
        this.open |= !moved;
        if (pause.number() > this.latest.number()) {
            this.latest = pause;
        }
        return change;
    }

    /** Why there is this pause. */
    synchronized void explain(Pause pause, String why) {
        this.explained = pause;
        this.cause = why;
    }

    /** Why there is this pause; {@code null} where another process reported it. */
    synchronized @Nullable String causeOf(Pause pause) {
        boolean known = this.explained.number() > 0;
        boolean same = pause.number() == this.explained.number() || pause.from() == this.explained.from();
        return (known && same) ? this.cause : null;
    }

    /** A pause that this or another process has made, or ended: a pause that is cut was ended by hand. */
    synchronized void learn(Pause pause) {
        if (pause.number() > this.latest.number()) {
            this.open &= pause.until() >= this.latest.until();
            this.latest = pause;
        }
    }

    /** Whether a pause that was told has come to its end. True once. */
    synchronized boolean isOver(long now) {
        boolean over = this.open && !this.latest.holdsAt(now);
        this.open &= !over;
        return over;
    }

    /** When the end of what was told is to be looked for; the end of time where it has been. */
    synchronized long endsAt() {
        return this.open ? this.latest.until() : Instants.FOR_EVER;
    }
}
