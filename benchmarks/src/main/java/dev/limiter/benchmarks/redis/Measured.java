package dev.limiter.benchmarks.redis;

import dev.limiter.benchmarks.redis.Callers.Tally;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one peer did in one situation in one round.
 *
 * @param perSecond permits, all processes together
 * @param p50 of taking one, in microseconds, as are the next two
 * @param callsPerPermit script calls that the server has counted
 * @param scriptMicrosPerPermit microseconds that the server was within scripts
 * @param cpuPerPermit microseconds of the server's processor time, without what it takes while nobody asks
 * @param failed how many could not be taken
 */
record Measured(
        double perSecond,
        double p50,
        double p99,
        double p999,
        double callsPerPermit,
        double scriptMicrosPerPermit,
        double cpuPerPermit,
        long failed) {

    static Measured of(List<Tally> tallies, Server.Account account, double idleMicros) {
        Latencies latencies = new Latencies();
        tallies.forEach(each -> latencies.add(each.latencies()));
        double permits = tallies.stream().mapToLong(Tally::all).sum();
        return new Measured(
                sum(tallies, Tally::perSecond),
                latencies.micros(0.5),
                latencies.micros(0.99),
                latencies.micros(0.999),
                account.scriptCalls() / permits,
                account.scriptMicros() / permits,
                Math.max(0, account.cpuMicros() - idleMicros) / permits,
                (long) sum(tallies, Tally::failed));
    }

    private static double sum(List<Tally> tallies, ToDoubleFunction<Tally> what) {
        return tallies.stream().mapToDouble(what).sum();
    }
}
