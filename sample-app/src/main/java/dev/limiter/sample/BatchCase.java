package dev.limiter.sample;

import dev.limiter.sample.api.OtherClient;
import dev.limiter.sample.api.Pause;
import dev.limiter.sample.api.PauseRule;
import dev.limiter.sample.api.SimulatedApiSettings;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.worker.Destination;
import dev.limiter.sample.worker.SendListener;
import dev.limiter.sample.worker.Team;
import dev.limiter.sample.worker.Teams;
import dev.limiter.sample.worker.Terms;
import dev.limiter.spring.test.ServerQuota;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** (b), (c) The whole file, where the server allows 20 requests a second. */
final class BatchCase {

    /** What another client may have of the quota, in percent. */
    static final int MOST_FOR_OTHERS = 80;

    /** How much later than sent a request may arrive, as {@code application.yml} says. */
    static final Duration JITTER = Duration.ofMillis(100);

    private static final int PER_SECOND = 20;
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** From this many records on, workers that count for themselves are sure to overrun the quota. */
    private static final int ENOUGH_TO_OVERRUN = 100;

    private static final double LEAST_USED = 0.8;

    private final Stage stage;
    private final Teams teams;
    private final Options options;
    private final List<DepositRecord> records;

    BatchCase(Stage stage, Teams teams, Options options, List<DepositRecord> records) {
        this.stage = stage;
        this.teams = teams;
        this.options = options;
        this.records = records;
    }

    String title() {
        String allowed = switch (this.options.quotaModel()) {
            case TOKEN_BUCKET -> "20 at once and 20/s (token bucket)";
            case LEAKY_BUCKET -> "20 at once and 20/s (leaky bucket)";
            case FIXED_WINDOW -> "20 in each second (fixed window)";
            case SLIDING_WINDOW -> "20 in any second (sliding window)";
        };
        OtherClient other = this.options.otherClient();
        String rest = (other != null) ? "%n    another client spends %d %% of that".formatted(shareOf(other)) : "";
        return "%d records, %d %s; the server allows %s%s"
                .formatted(this.records.size(), this.options.workers(), this.teams.workers(), allowed, rest);
    }

    /** (b) Separate buckets against a shared one. */
    Part compare() {
        Run separate = run(
                this.stage,
                "separate buckets",
                settings(),
                api -> this.teams.separate(this.options.workers(), terms(api)));
        Run shared = shared(this.stage, "one shared bucket", settings());
        return judge(separate, shared, this.records, leastUsed());
    }

    /** (c) The shared batch again; when half of it is through, the server refuses a request and names a time. */
    Part pause() {
        PauseRule rule = new PauseRule(this.records.size() / 2, this.options.pause());
        Run run = shared(this.stage, "shared, with a pause", settings().withPause(rule));
        return judgePause(run, this.records, this.options.workerNames());
    }

    /** The shared batch alone, on a stage where something may happen to it. */
    Run shared(Stage where, String name) {
        return shared(where, name, settings());
    }

    private Run shared(Stage where, String name, SimulatedApiSettings settings) {
        return run(where, name, settings, api -> this.teams.shared(this.options.workers(), terms(api)));
    }

    private Run run(Stage where, String name, SimulatedApiSettings settings, Function<Destination, Team> team) {
        return where.run(name, settings, team, this.records, patience());
    }

    /** What share of the quota a shared bucket must have used. */
    double leastUsed() {
        return (sameBucket() && this.records.size() >= ENOUGH_TO_OVERRUN) ? LEAST_USED : 0;
    }

    private SimulatedApiSettings settings() {
        SimulatedApiSettings settings =
                SimulatedApiSettings.of(quota(this.options.quotaModel())).withRetryAfter(this.options.retryAfter());
        return (this.options.otherClient() != null) ? settings.withOtherClient(this.options.otherClient()) : settings;
    }

    private static ServerQuota quota(ServerQuota.Model model) {
        return new ServerQuota(model, PER_SECOND, PER_SECOND, SECOND);
    }

    /**
     * A bucket that we have to ourselves is mirrored by the same bucket; for windows, and where somebody else spends too,
     * the limit is derived from what is documented.
     */
    private Terms terms(Destination api) {
        OtherClient other = this.options.otherClient();
        int headroom = (other != null) ? shareOf(other) : 0;
        String profile = sameBucket() ? "batch-by-bucket" : "batch-by-quota";
        return new Terms(api, profile, Map.of("sample.headroom", headroom + "%"), SendListener.NONE);
    }

    private boolean sameBucket() {
        return switch (this.options.quotaModel()) {
            case TOKEN_BUCKET, LEAKY_BUCKET -> this.options.otherClient() == null;
            case FIXED_WINDOW, SLIDING_WINDOW -> false;
        };
    }

    /** What a client spends of the quota, in percent, rounded up. */
    static int shareOf(OtherClient other) {
        return other.per().isZero() ? other.requests() : (100 * other.requests() + PER_SECOND - 1) / PER_SECOND;
    }

    /** Longer than it takes at a tenth of the quota. */
    private Duration patience() {
        long tenthOfQuota = this.records.size() / (PER_SECOND / 10);
        return Duration.ofSeconds(30 + tenthOfQuota).plus(this.options.pause());
    }

    /** With a least share of the quota that the shared bucket must have used: no refusals are easy for who is slow. */
    static Part judge(Run separate, Run shared, List<DepositRecord> records, double leastUsed) {
        List<Claim> claims = new ArrayList<>();
        claims.add(separate.eachExactlyOnce("(b) separate buckets: every record arrived exactly once", records));
        if (records.size() >= ENOUGH_TO_OVERRUN) {
            claims.add(new Claim(
                    "(b) separate buckets earn refusals", separate.refused() > 0, separate.refused() + " refusals"));
        }
        claims.add(shared.eachExactlyOnce("(b) one shared bucket: every record arrived exactly once", records));
        claims.add(Claim.equal("(b) one shared bucket: no refusal", 0, shared.refused()));
        claims.add(Claim.equal("(b) one shared bucket: no retry", 0, shared.retries()));
        if (leastUsed > 0) {
            claims.add(shared.atLeastUsed("(b) one shared bucket", leastUsed));
        }
        return new Part("(b)", List.of(separate, shared), List.of(), claims);
    }

    static Part judgePause(Run run, List<DepositRecord> records, List<String> workers) {
        List<Claim> claims = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        claims.add(run.eachExactlyOnce("(c) every record arrived exactly once", records));
        Pause pause = run.pause();
        claims.add(new Claim("(c) the server demanded a pause", pause != null, "it did not"));
        if (pause != null) {
            PauseWindow window = new PauseWindow(run, pause);
            notes.addAll(window.describe(workers));
            claims.add(Claim.equal(
                    "(c) requests that any worker sent during the pause: 0",
                    0,
                    window.sent().count()));
            claims.add(Claim.equal(
                    "(c) no refusal but the one that named the pause, and what was on the way",
                    1L + window.onTheWay().count(),
                    run.refused()));
        }
        return new Part("(c)", List.of(run), notes, claims);
    }
}
