package dev.limiter.benchmarks.quality;

import dev.limiter.contour.Contour;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.Quota;
import dev.limiter.contour.Rate;
import dev.limiter.spring.test.ServerQuota;
import java.time.Duration;

/**
 * A server that counts in its way, and what the users of each limiter write for it. All allow 100 a second in the long run;
 * windows are of one second and of two, so that ten seconds have several of each, and short ones are the hardest: a burst, and what
 * comes late, are a larger share of them.
 */
enum Cell {
    TOKEN_BUCKET(
            "token bucket 100/s capacity 20",
            ServerQuota.tokenBucket(20, 100, Duration.ofSeconds(1)),
            0.99,
            ByHand.of(100, 1_000, 20),
            // less what 20 ms of jitter bring closer together
            ByHand.of(100, 1_000, 18),
            ByHand.of(18, 200, 18)),
    FIXED_1S(
            "fixed window 100/s",
            ServerQuota.fixedWindow(100, Duration.ofSeconds(1)),
            0.95,
            ByHand.of(100, 1_000, 100),
            ByHand.of(91, 1_000, 9),
            ByHand.of(91, 1_000, 91)),
    FIXED_2S(
            "fixed window 200/2s",
            ServerQuota.fixedWindow(200, Duration.ofSeconds(2)),
            0.95,
            ByHand.of(200, 2_000, 200),
            ByHand.of(182, 2_000, 18),
            ByHand.of(182, 2_000, 182)),
    SLIDING_1S(
            "sliding window 100/s",
            ServerQuota.slidingWindow(100, Duration.ofSeconds(1)),
            0.95,
            ByHand.of(100, 1_000, 100),
            ByHand.of(91, 1_000, 9),
            ByHand.of(91, 1_000, 91)),
    SLIDING_2S(
            "sliding window 200/2s",
            ServerQuota.slidingWindow(200, Duration.ofSeconds(2)),
            0.95,
            ByHand.of(200, 2_000, 200),
            ByHand.of(182, 2_000, 18),
            ByHand.of(182, 2_000, 182)),
    LEAKY_BUCKET(
            "leaky bucket 100/s size 3",
            ServerQuota.leakyBucket(3, 100, Duration.ofSeconds(1)),
            0.99,
            ByHand.of(100, 1_000, 3),
            ByHand.of(100, 1_000, 1),
            ByHand.of(1, 10, 1));

    /** What the limiter has where nothing is said. */
    static final Duration JITTER = Duration.ofMillis(20);

    final String title;

    final ServerQuota server;

    /** The least share of the quota that the limiter promises to use. */
    final double promised;

    private final ByHand documented;

    private final ByHand safe;

    private final ByHand safeForRedisson;

    Cell(String title, ServerQuota server, double promised, ByHand documented, ByHand safe, ByHand safeForRedisson) {
        this.title = title;
        this.server = server;
        this.promised = promised;
        this.documented = documented;
        this.safe = safe;
        this.safeForRedisson = safeForRedisson;
    }

    ByHand of(Who who) {
        if (!who.isSafe()) {
            return this.documented;
        }
        return (who == Who.BUCKET4J_SAFE) ? this.safe : this.safeForRedisson;
    }

    /** A window is a quota, from which the limit follows; a bucket is the same bucket, with room for the jitter of 20 ms. */
    Contour contour() {
        ContourBuilder contour = Contour.named(name()).arrivalJitter(JITTER);
        return switch (this.server.model()) {
            case FIXED_WINDOW, SLIDING_WINDOW ->
                contour.quota(new Quota(this.server.requests(), this.server.per()))
                        .headroom(0)
                        .build();
            case TOKEN_BUCKET, LEAKY_BUCKET ->
                contour.limit(new Rate(this.server.requests(), this.server.per()), this.server.capacity())
                        .build();
        };
    }
}
