package dev.limiter.gate;

import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.PauseAsk;
import java.time.Duration;

/** Pauses that another process writes. */
final class Pauses {

    private Pauses() {}

    /** A refusal somewhere else, of a request that was sent just now. */
    static void elsewhere(TestGate gate, Bucket bucket, Duration length) {
        gate.store.elsewhere().pause(bucket, new PauseAsk(Scope.KEY, gate.time.micros(), length, 0, false));
    }

    /** What a store does that has missed what was told, and hears again. */
    static void tellAgain(TestGate gate) {
        Bucket bucket = Bucket.of(gate.registry.contour("datacite"), "");
        Pause latest = gate.store
                .elsewhere()
                .book(bucket, Ask.NOBODY)
                .toCompletableFuture()
                .join()
                .pause();
        gate.registry.gate(new Gates.Id(gate.registry.contour("datacite"), "")).learn(Scope.KEY, latest);
    }

    static void elsewhere(TestGate gate, Duration length) {
        elsewhere(gate, Bucket.of(gate.registry.contour("datacite"), ""), length);
    }
}
