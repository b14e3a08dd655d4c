package dev.limiter.sample;

import dev.limiter.sample.process.Metronome;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.Supplier;

/** Shows something that depends on milliseconds, and once more where the machine had none for it. */
final class Steady {

    /** A machine that is later than this makes the server see another order of things than the one that was scheduled. */
    private static final Duration LATE = Duration.ofMillis(10);

    private Steady() {}

    /** The first part that held, or that did not though the machine was on time; else the last. */
    static Part atMost(int times, Supplier<Part> showing, PrintStream out) {
        for (int left = times - 1; ; left--) {
            try (Metronome metronome = Metronome.start()) {
                Part part = showing.get();
                Duration late = metronome.worst();
                if (part.held() || left == 0 || late.compareTo(LATE) < 0) {
                    return part;
                }
                out.printf("    This machine stood still for %d ms, too long to judge%n", late.toMillis());
                part.claims().stream()
                        .filter(claim -> !claim.held())
                        .forEach(claim -> out.printf("        %s: %s%n", claim.text(), claim.seen()));
                out.println("    so once more:");
            }
        }
    }
}
