package dev.limiter.gate;

import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Pause;
import java.util.OptionalLong;

/**
 * How busy one gate is.
 *
 * @param waiting callers that wait
 * @param asking whether a call to the store is under way, which may end the wait of some
 * @param inFlight permits that were granted and are in use
 * @param permitsLeft what its bucket holds, as far as is known
 * @param pausedUntil when the last pause that is known ends, in the store's time
 * @param ofKey the latest pause of the key that is known; may be over
 * @param ofContour the latest one of the contour with all its keys, likewise
 */
record GateLoad(
        int waiting,
        boolean asking,
        int inFlight,
        OptionalLong permitsLeft,
        long pausedUntil,
        Pause ofKey,
        Pause ofContour) {

    /**
     * Of a gate, under its lock.
     *
     * @param seen what its bucket holds, where that can be seen without asking
     */
    static GateLoad of(WaitingRoom room, OptionalLong seen, long now) {
        KnownPauses pauses = room.pauses();
        return new GateLoad(
                room.queue().size(),
                room.desk().isAsking(),
                room.places().taken(),
                seen.isPresent() ? seen : room.desk().level().permitsLeft(now),
                pauses.until(),
                pauses.of(Scope.KEY),
                pauses.of(Scope.CONTOUR));
    }
}
