package dev.limiter.bucket;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** The pauses of contours with all their keys, in the memory of a process. Safe for use by many threads. */
final class ContourPauses {

    private final ConcurrentMap<String, AtomicReference<Pause>> pauses = new ConcurrentHashMap<>();

    /** The latest one of the bucket's contour. */
    Pause of(Bucket bucket) {
        AtomicReference<Pause> known = this.pauses.get(bucket.contour());
        return (known != null) ? known.get() : Pause.NONE;
    }

    /** Where the latest one of the contour is, for those who look again and again. */
    AtomicReference<Pause> at(String contour) {
        return this.pauses.computeIfAbsent(contour, absent -> new AtomicReference<>(Pause.NONE));
    }

    /** @param change is asked again where another thread has changed it in between */
    PauseChange change(Bucket bucket, UnaryOperator<Pause> change) {
        AtomicReference<Pause> place = at(bucket.contour());
        while (true) {
            Pause before = place.get();
            Pause after = change.apply(before);
            if (place.compareAndSet(before, after)) {
                return new PauseChange(before, after);
            }
        }
    }

    /** Ends the one that holds, if there is one. */
    PauseChange end(Bucket bucket, Ticker ticker) {
        if (!this.pauses.containsKey(bucket.contour())) {
            return PauseChange.NONE;
        }
        return change(bucket, known -> {
            long now = ticker.micros();
            return known.holdsAt(now) ? Pauses.ended(known, now) : known;
        });
    }

    /** Of the pause with this number, if it is still the latest. */
    void endRow(Bucket bucket, long number) {
        if (this.pauses.containsKey(bucket.contour())) {
            at(bucket.contour()).updateAndGet(known -> (known.number() == number) ? known.withoutRow() : known);
        }
    }
}
