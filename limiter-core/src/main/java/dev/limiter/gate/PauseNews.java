package dev.limiter.gate;

import dev.limiter.bucket.Pause;

/**
 * What has been told of the pauses of one scope, so that the refusals of requests that were in flight when a pause began
 * are no news. Safe for use by many threads.
 */
final class PauseNews {

    private Pause told = Pause.NONE;

    /** What there is to tell of a pause. */
    enum Kind {
        NOTHING,
        BEGAN,
        MOVED
    }

    synchronized Kind tell(Pause pause) {
        if (pause.number() <= this.told.number()) {
            return Kind.NOTHING;
        }
        boolean same = pause.from() == this.told.from();
        this.told = pause;
        return same ? Kind.MOVED : Kind.BEGAN;
    }
}
