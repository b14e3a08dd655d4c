package dev.limiter.sample.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.sample.api.Arrival;
import dev.limiter.sample.api.ArrivalLog;
import dev.limiter.sample.api.Pause;
import dev.limiter.sample.worker.Outcome;
import dev.limiter.sample.worker.ToldFailure;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a run of an audit left behind. Instants are microseconds by the API's clock.
 *
 * @param startMicros when the workers were told to go
 * @param log what arrived
 * @param granted when each worker's calls got their permits, in that order
 * @param outcomes what became of the calls of each worker that lived
 * @param pause what the API demanded so far
 * @param roundTrip the longest round trip when nothing was sent, before
 * @param late the most by which any of the processes was late
 */
record AuditRun(
        long startMicros,
        ArrivalLog log,
        Map<String, List<Long>> granted,
        Map<String, List<Outcome>> outcomes,
        @Nullable Pause pause,
        Duration roundTrip,
        Duration late) {

    /** How long after its instant and the jitter a slot may still be used. */
    private static final Duration GRACE = Duration.ofMillis(30);

    /** After this, and a round trip, every process knows of a pause. */
    private static final Duration PAUSE_KNOWN = Duration.ofMillis(50);

    /** By how many the fullest interval has more than capacity + rate × T. */
    double above() {
        return this.log.mostAbove(Audit.QUOTA);
    }

    /** What may come above it on a machine that is on time. */
    private static double allowedAbove() {
        return Audit.QUOTA.worthOf(Audit.JITTER);
    }

    /** Likewise on this one, as late as it was: a slot may be used until then, and what it sent arrived so much later. */
    private double allowedAboveAnyhow() {
        return Audit.QUOTA.worthOf(Audit.JITTER.plus(GRACE).plus(slowestSend()).plus(this.late));
    }

    /** From a permit to the arrival of what was sent with it, at worst. */
    Duration slowestSend() {
        return Duration.of(
                this.granted.keySet().stream()
                        .mapToLong(this::slowestSendOf)
                        .max()
                        .orElse(0),
                ChronoUnit.MICROS);
    }

    /** Which arrival is whose is not known; in the order of both, the worst is no later than it was. */
    private long slowestSendOf(String worker) {
        List<Arrival> arrivals = this.log.of(worker).arrivals();
        List<Long> grants = Objects.requireNonNull(this.granted.get(worker));
        long worst = 0;
        for (int i = 0; i < Math.min(arrivals.size(), grants.size()); i++) {
            worst = Math.max(worst, arrivals.get(i).micros() - grants.get(i));
        }
        return worst;
    }

    /** This one and the one after it, as one. */
    AuditRun and(AuditRun next) {
        return new AuditRun(
                this.startMicros,
                new ArrivalLog(both(this.log.arrivals(), next.log.arrivals())),
                both(this.granted, next.granted),
                both(this.outcomes, next.outcomes),
                next.pause,
                this.roundTrip,
                (this.late.compareTo(next.late) < 0) ? next.late : this.late);
    }

    private static <T> Map<String, List<T>> both(Map<String, List<T>> some, Map<String, List<T>> more) {
        Map<String, List<T>> all = new HashMap<>(some);
        more.forEach((worker, list) -> all.merge(worker, list, AuditRun::both));
        return all;
    }

    private static <T> List<T> both(List<T> some, List<T> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    /**
     * Asserts what holds on any machine: all of so many calls succeeded, and no more arrived than its lateness
     * explains.
     */
    void assertComplete(int calls) {
        assertThat(calls()).isEqualTo(calls);
        assertThat(failures()).isEmpty();
        assertThat(this.log.accepted().count()).isGreaterThanOrEqualTo(calls);
        assertThat(above()).as("above, of %s", this).isLessThanOrEqualTo(allowedAboveAnyhow());
    }

    /** Asserts that in every interval no more arrived than the quota and the jitter allow. */
    void assertWithinQuota() {
        assertThat(above()).as("above the quota, of %s", this).isLessThanOrEqualTo(allowedAbove());
    }

    int calls() {
        return this.outcomes.values().stream().mapToInt(List::size).sum();
    }

    /** What failed, each as often as it did: the type of the exception in the worker. */
    List<String> failures() {
        return this.outcomes.values().stream()
                .flatMap(List::stream)
                .map(Outcome::failure)
                .filter(Objects::nonNull)
                .map(failure -> (failure instanceof ToldFailure told) ? told.type() : failure.toString())
                .toList();
    }

    /** From the first arrival to the last one that was accepted. */
    double seconds() {
        List<Arrival> accepted = this.log.accepted().arrivals();
        return (accepted.get(accepted.size() - 1).micros()
                        - this.log.arrivals().get(0).micros())
                / 1e6;
    }

    /** What came although everybody should have known of the pause by then. */
    ArrivalLog sentInPause() {
        return this.log.between(
                knownMicros(), Objects.requireNonNull(this.pause).untilMicros());
    }

    /** What was on its way when the pause began. */
    ArrivalLog onTheWay() {
        return this.log.duringPause().between(Objects.requireNonNull(this.pause).fromMicros(), knownMicros());
    }

    private long knownMicros() {
        return Objects.requireNonNull(this.pause).fromMicros()
                + PAUSE_KNOWN.plus(this.roundTrip).toNanos() / 1000;
    }

    /** What the worker that got least had of its share when the first one had none waiting. */
    double leastShare() {
        ArrivalLog until = this.log.accepted().between(this.startMicros, firstIdleMicros() + 1);
        double share = (double) until.count() / this.outcomes.size();
        return this.outcomes.keySet().stream()
                        .mapToInt(worker -> until.of(worker).count())
                        .min()
                        .orElseThrow()
                / share;
    }

    /** When the first worker that lived had none waiting: its last one arrived. */
    long firstIdleMicros() {
        return this.outcomes.keySet().stream()
                .map(worker -> this.log.accepted().of(worker))
                .filter(arrivals -> arrivals.count() > 0)
                .mapToLong(arrivals ->
                        arrivals.arrivals().get(arrivals.count() - 1).micros())
                .min()
                .orElse(this.startMicros);
    }

    List<Outcome> outcomesOf(String worker) {
        return Objects.requireNonNull(this.outcomes.get(worker));
    }

    /** The longest time without a permit of any worker, from an instant until the last one. */
    double longestWait(long fromMicros) {
        long[] instants = Stream.concat(
                        Stream.of(fromMicros), this.granted.values().stream().flatMap(List::stream))
                .mapToLong(Long::longValue)
                .filter(instant -> instant >= fromMicros)
                .sorted()
                .toArray();
        return IntStream.range(1, instants.length)
                        .mapToLong(i -> instants[i] - instants[i - 1])
                        .max()
                        .orElseThrow()
                / 1e6;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d calls, %d failed %s; %d arrivals, %d refused, in %.3f s, %.2f above capacity + rate x T; least share"
                        + " %.2f; slowest send %.1f ms; latest process %.1f ms",
                calls(),
                failures().size(),
                failures().stream().distinct().collect(Collectors.toList()),
                this.log.count(),
                this.log.refused().count(),
                (this.log.accepted().count() == 0) ? Double.NaN : seconds(),
                above(),
                leastShare(),
                slowestSend().toNanos() / 1e6,
                this.late.toNanos() / 1e6);
    }
}
