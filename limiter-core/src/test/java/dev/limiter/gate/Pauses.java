package dev.limiter.gate;

import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.PauseAsk;
import java.time.Duration;

/** Pauses that another process writes. */
final class Pauses {

    private Pauses() {}

    /** A refusal somewhere else, of a request that was sent just now. */
    static void elsewhere(TestGate gate, Bucket bucket, Duration length) {
        gate.store.elsewhere().pause(bucket, new PauseAsk(Scope.KEY, gate.time.micros(), length, 0, false));
    }

    static void elsewhere(TestGate gate, Duration length) {
        elsewhere(gate, Bucket.of(gate.registry.contour("datacite"), ""), length);
    }
}
