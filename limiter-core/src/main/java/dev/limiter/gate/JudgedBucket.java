package dev.limiter.gate;

import dev.limiter.bucket.Bucket;
import dev.limiter.contour.Contour;
import java.util.function.Supplier;

/** A gate's bucket, by the limits that hold whenever it is asked for. Safe for use by many threads. */
final class JudgedBucket implements Supplier<Bucket> {

    private final LimitsInForce limits;

    /** Made anew for other limits, by whoever is the first to ask for it then. */
    private volatile Bucket bucket;

    JudgedBucket(Contour contour, String key, LimitsInForce limits) {
        this.bucket = Bucket.of(contour, key);
        this.limits = limits;
    }

    @Override
    public Bucket get() {
        Bucket known = this.bucket;
        Bucket current = this.limits.of(known);
        if (current != known) {
            this.bucket = current;
        }
        return current;
    }
}
