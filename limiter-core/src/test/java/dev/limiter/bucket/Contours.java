package dev.limiter.bucket;

import dev.limiter.contour.Contour;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.PausePolicy.Resume;
import dev.limiter.contour.Rate;
import java.time.Duration;

/** The contours that the contract is played with. */
final class Contours {

    private Contours() {}

    /** One limit, written {@code "2/s capacity 3"}, or several with a comma between; no arrival jitter. */
    static Contour contour(String limits) {
        return builder(limits).build();
    }

    static Contour contour(String limits, Resume resume) {
        return builder(limits).pause(pause(resume)).build();
    }

    static PausePolicy pause(Resume resume) {
        return new PausePolicy(Duration.ofSeconds(5), Duration.ofHours(24), Duration.ZERO, resume);
    }

    static ContourBuilder builder(String limits) {
        return builder("records", limits);
    }

    static ContourBuilder builder(String name, String limits) {
        ContourBuilder builder = Contour.named(name).arrivalJitter(Duration.ZERO);
        for (String limit : limits.split(",")) {
            String[] words = limit.strip().split(" capacity ");
            builder.limit(Rate.parse(words[0]), Long.parseLong(words[1]));
        }
        return builder;
    }
}
