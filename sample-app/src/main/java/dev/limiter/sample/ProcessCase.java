package dev.limiter.sample;

import dev.limiter.sample.api.Arrival;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.process.Chaos;
import dev.limiter.sample.process.ProcessTeams;
import dev.limiter.sample.process.SharedRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** (d) Worker processes that share a Redis, to which something happens when half of the batch is through. */
final class ProcessCase {

    /** Each worker's first deposit is slow, and then its bucket is full again after a second. */
    private static final Duration REFILL = Duration.ofSeconds(1);

    /** With fewer, the burst of a full bucket is all that there is, and no middle in which something could happen. */
    static final int LEAST_TROUBLED = 60;

    /** Enough for the time before and after. */
    private static final int MOST_TROUBLED = 120;

    private final Stage stage;
    private final Options options;
    private final SharedRedis redis;
    private final List<DepositRecord> records;

    ProcessCase(Stage stage, Options options, SharedRedis redis, List<DepositRecord> records) {
        this.stage = stage.withRehearsal(REFILL);
        this.options = options;
        this.redis = redis;
        this.records = records;
    }

    /** The whole batch, with nothing happening. */
    Part untroubled() {
        BatchCase batch = batch(this.records);
        Run run = batch.shared(this.stage, "one Redis");
        return judge(run, this.records, batch.leastUsed());
    }

    static Part judge(Run run, List<DepositRecord> records, double leastUsed) {
        List<Claim> claims = new ArrayList<>(shared(run, records));
        if (leastUsed > 0) {
            claims.add(run.atLeastUsed(subject(run), leastUsed));
        }
        return new Part("(d)", List.of(run), List.of(), claims);
    }

    /** The beginning of the batch, with this happening in its middle. */
    Part troubled(Chaos chaos) {
        List<DepositRecord> some = this.records.subList(0, Math.min(MOST_TROUBLED, this.records.size()));
        Incident incident = new Incident(some.size() / 2, chaos.sentence(), () -> this.redis.befall(chaos));
        Run run = batch(some).shared(this.stage.with(incident), chaos.title());
        return judge(run, incident, some);
    }

    static Part judge(Run run, Incident incident, List<DepositRecord> records) {
        List<Claim> claims = new ArrayList<>();
        claims.add(new Claim(
                subject(run) + ": it happened in the middle",
                !before(run, incident.fromMicros()).isEmpty() && incident.toMicros() <= lastMicros(run),
                "from %d to %d us, where the last request came at %d"
                        .formatted(incident.fromMicros(), incident.toMicros(), lastMicros(run))));
        claims.addAll(shared(run, records));
        return new Part("(d)", List.of(run), notes(run, incident), claims);
    }

    private static List<Claim> shared(Run run, List<DepositRecord> records) {
        return List.of(
                run.eachExactlyOnce(subject(run) + ": every record arrived exactly once", records),
                Claim.equal(subject(run) + ": no refusal", 0, run.refused()),
                run.withinQuota(subject(run), BatchCase.JITTER));
    }

    private static String subject(Run run) {
        return "(d) " + run.name();
    }

    private BatchCase batch(List<DepositRecord> some) {
        return new BatchCase(this.stage, new ProcessTeams(this.redis), this.options, some);
    }

    private static List<String> notes(Run run, Incident incident) {
        return List.of(
                String.format(
                        Locale.ROOT,
                        "from %.1f s to %.1f s %s",
                        (incident.fromMicros() - run.startMicros()) / 1e6,
                        (incident.toMicros() - run.startMicros()) / 1e6,
                        incident.sentence()),
                String.format(Locale.ROOT, "the longest time in which nothing arrived: %.2f s", longestGap(run) / 1e6));
    }

    private static List<Arrival> before(Run run, long micros) {
        return run.log().between(0, micros).arrivals();
    }

    private static long lastMicros(Run run) {
        List<Arrival> all = run.log().arrivals();
        return all.isEmpty() ? -1 : all.get(all.size() - 1).micros();
    }

    private static long longestGap(Run run) {
        long longest = 0;
        long before = run.startMicros();
        for (Arrival arrival : run.log().arrivals()) {
            longest = Math.max(longest, arrival.micros() - before);
            before = arrival.micros();
        }
        return longest;
    }
}
