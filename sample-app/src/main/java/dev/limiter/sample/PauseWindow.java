package dev.limiter.sample;

import dev.limiter.sample.api.ArrivalLog;
import dev.limiter.sample.api.Pause;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The time in which nobody may send: from a margin after the request that was refused, by the server's log, until the end
 * of the pause that its {@code Retry-After} named (as a date, which has whole seconds, it may name a little more). The
 * margin is what the limiter promises, 50 ms and one round trip for the answer to travel. What arrives within it was on
 * its way.
 */
record PauseWindow(Run run, Pause pause) {

    private static final Duration PROMISED = Duration.ofMillis(50);

    /** What was sent although nobody might. */
    ArrivalLog sent() {
        return this.run.log().between(beginMicros(), this.pause.untilMicros());
    }

    /** What had left when the refusal was written, or before it was known. */
    ArrivalLog onTheWay() {
        return this.run.log().duringPause().between(this.pause.fromMicros(), beginMicros());
    }

    private long beginMicros() {
        return this.pause.fromMicros() + marginMicros();
    }

    private long marginMicros() {
        return PROMISED.plus(this.run.roundTrip()).toNanos() / 1000;
    }

    List<String> describe(List<String> workers) {
        return List.of(
                line(
                        "refused at %.3f s; the pause that this announced ends at %.3f s",
                        seconds(this.pause.fromMicros()), seconds(this.pause.untilMicros())),
                line("sent from %.0f ms after that (50 ms and a round trip) until then:", marginMicros() / 1e3),
                "  " + workers.stream().map(this::sentBy).collect(Collectors.joining(", ")),
                line(
                        "on the way at the refusal: %d; first arrival afterwards at %.3f s",
                        onTheWay().count(), next()));
    }

    private String sentBy(String worker) {
        return worker + " " + sent().of(worker).count();
    }

    private double next() {
        ArrivalLog after = this.run.log().between(this.pause.untilMicros(), Long.MAX_VALUE);
        return after.count() == 0 ? Double.NaN : seconds(after.arrivals().get(0).micros());
    }

    private double seconds(long micros) {
        return (micros - this.run.startMicros()) / 1e6;
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
