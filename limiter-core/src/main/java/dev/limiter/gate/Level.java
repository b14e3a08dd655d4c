package dev.limiter.gate;

import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.FullAt;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** How full a gate's bucket is, by the last reply of the store. Guarded by the gate's lock. */
final class Level {

    /** Where nothing since can have made it fuller. */
    private @Nullable Known atMost;

    /** The same, for those who look: where it is full again by now, or less full than that, is all the same. */
    private @Nullable Known last;

    /** @param bucket with the limits by which it was counted */
    private record Known(Bucket bucket, List<FullAt> fullAt) {}

    void learn(Bucket bucket, List<FullAt> fullAt) {
        this.atMost = new Known(bucket, fullAt);
        this.last = this.atMost;
    }

    /** When so many permits can be had, at the earliest. */
    long earliestFor(long permits) {
        Known known = this.atMost;
        return (known == null) ? Instants.LONG_AGO : known.bucket().earliest(known.fullAt(), permits);
    }

    /** What the bucket holds; empty where that is not known. */
    OptionalLong permitsLeft(long now) {
        Known known = this.last;
        return (known == null)
                ? OptionalLong.empty()
                : OptionalLong.of(known.bucket().permitsLeft(known.fullAt(), now));
    }

    /** The bucket may be fuller than the last reply said. */
    void estimateNoMore() {
        this.atMost = null;
    }

    /** Nothing is known until the next reply. */
    void forget() {
        this.atMost = null;
        this.last = null;
    }
}
