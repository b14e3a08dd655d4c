package dev.limiter.bucket;

import dev.limiter.contour.Contour;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.PausePolicy.Resume;
import dev.limiter.contour.Rate;
import dev.limiter.contour.StartingBalance;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Contours that nobody would write, and some that people do. */
final class RandomContour {

    private static final List<String> KNOWN_RATES = List.of("3/s", "7/m", "30000/s", "10/s", "3000/5m", "1000000/s");

    private static final long[] PERIODS = {1_000, 10_007, 1_000_000, 60_000_000, 3_600_000_000L};

    private RandomContour() {}

    static Contour with(Random random) {
        ContourBuilder builder = Contour.named("records")
                .startingBalance(random.nextInt(4) == 0 ? StartingBalance.EMPTY : StartingBalance.FULL)
                .pause(new PausePolicy(
                        Duration.ofNanos((1 + random.nextInt(20)) * 1_000_000L),
                        Duration.ofHours(24),
                        Duration.ZERO,
                        random.nextBoolean() ? Resume.EMPTY : Resume.REFILL));
        switch (random.nextInt(4)) {
            case 0 -> builder.arrivalJitter(Duration.ZERO);
            case 1 -> builder.arrivalJitter(Duration.ofNanos(random.nextInt(100_000) * 1000L));
            default -> {
                // as by default: what is free for a cost of 1
            }
        }
        int limits = 1 + random.nextInt(3);
        for (int i = 0; i < limits; i++) {
            builder.limit(rate(random), 1 + random.nextInt(random.nextBoolean() ? 3 : 30));
        }
        return builder.build();
    }

    private static Rate rate(Random random) {
        if (random.nextInt(3) == 0) {
            return Rate.parse(KNOWN_RATES.get(random.nextInt(KNOWN_RATES.size())));
        }
        long period = PERIODS[random.nextInt(PERIODS.length)];
        return new Rate(1 + random.nextInt(50), Duration.ofNanos(period * 1000));
    }
}
