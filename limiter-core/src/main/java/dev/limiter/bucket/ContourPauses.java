package dev.limiter.bucket;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.UnaryOperator;

/** The pauses of contours with all their keys, in the memory of a process. Safe for use by many threads. */
final class ContourPauses {

    private final ConcurrentMap<String, Pause> pauses = new ConcurrentHashMap<>();

    /** The latest one of the bucket's contour. */
    Pause of(Bucket bucket) {
        return this.pauses.getOrDefault(bucket.contour(), Pause.NONE);
    }

    PauseChange change(Bucket bucket, UnaryOperator<Pause> change) {
        PauseChange[] made = {PauseChange.NONE};
        this.pauses.compute(bucket.contour(), (contour, known) -> {
            Pause before = (known != null) ? known : Pause.NONE;
            made[0] = new PauseChange(before, change.apply(before));
            return made[0].after();
        });
        return made[0];
    }

    PauseChange end(Bucket bucket, Ticker ticker) {
        if (!this.pauses.containsKey(bucket.contour())) {
            return PauseChange.NONE;
        }
        return change(bucket, known -> {
            long now = ticker.micros();
            return known.holdsAt(now) ? Pauses.ended(known, now) : known;
        });
    }

    void endRow(Bucket bucket, long number) {
        this.pauses.computeIfPresent(
                bucket.contour(), (contour, known) -> (known.number() == number) ? known.withoutRow() : known);
    }
}
