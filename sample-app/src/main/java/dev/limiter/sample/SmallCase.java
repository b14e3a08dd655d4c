package dev.limiter.sample;

import dev.limiter.sample.api.Arrival;
import dev.limiter.sample.api.SimulatedApiSettings;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.worker.Destination;
import dev.limiter.sample.worker.Team;
import dev.limiter.sample.worker.Teams;
import dev.limiter.sample.worker.Terms;
import dev.limiter.spring.test.ServerQuota;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** (a) The smallest case that shows the difference: two workers, four deposits each, capacity 3 at 2/s. */
final class SmallCase {

    static final int TASKS = 8;

    static final ServerQuota QUOTA = ServerQuota.tokenBucket(3, 2, Duration.ofSeconds(1));

    private static final int WORKERS = 2;
    private static final Duration REFILL = Duration.ofMillis(1500);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String PROFILE = "small-case";

    /** When each of eight reservations may be used, in milliseconds: three at once, then one each half second. */
    private static final List<Integer> SCHEDULE = List.of(0, 0, 0, 500, 1000, 1500, 2000, 2500);

    private static final int TOLERANCE_MILLIS = 60;

    private final Stage stage;
    private final Teams teams;
    private final List<DepositRecord> records;

    SmallCase(Stage stage, Teams teams, List<DepositRecord> records) {
        this.teams = teams;
        this.stage = stage.withRehearsal(REFILL);
        this.records = records.subList(0, TASKS);
    }

    String title() {
        return "Two %s, four deposits each; the server allows 3 at once and 2/s (token bucket)"
                .formatted(this.teams.workers());
    }

    Part compare() {
        Run separate = run("separate buckets", api -> this.teams.separate(WORKERS, Terms.of(api, PROFILE)));
        Run shared = run("one shared bucket", api -> this.teams.shared(WORKERS, Terms.of(api, PROFILE)));
        return judge(separate, shared);
    }

    private Run run(String name, Function<Destination, Team> team) {
        return this.stage.run(name, SimulatedApiSettings.of(QUOTA), team, this.records, PATIENCE);
    }

    static Part judge(Run separate, Run shared) {
        List<Integer> arrived = millis(shared);
        return new Part(
                "(a)",
                List.of(separate, shared),
                List.of(
                        "the shared bucket's schedule, in seconds after the first arrival",
                        "planned" + seconds(SCHEDULE),
                        "arrived" + seconds(arrived),
                        "a refusal is neither repeated here nor does it pause anything, so that it can be counted"),
                List.of(
                        counts("(a) separate buckets: 4 accepted, 4 refused", separate, 4, 4),
                        counts("(a) one shared bucket: 8 accepted, none refused", shared, 8, 0),
                        onSchedule(arrived)));
    }

    private static Claim counts(String text, Run run, int accepted, int refused) {
        return new Claim(
                text,
                run.accepted() == accepted && run.refused() == refused,
                "%d accepted, %d refused".formatted(run.accepted(), run.refused()));
    }

    private static Claim onSchedule(List<Integer> arrived) {
        int worst = IntStream.range(0, Math.min(arrived.size(), TASKS))
                .map(i -> Math.abs(arrived.get(i) - SCHEDULE.get(i)))
                .max()
                .orElse(0);
        return new Claim(
                "(a) one shared bucket: each arrives within %d ms of its schedule".formatted(TOLERANCE_MILLIS),
                arrived.size() == TASKS && worst <= TOLERANCE_MILLIS,
                "%d arrivals, at most %d ms off".formatted(arrived.size(), worst));
    }

    private static List<Integer> millis(Run run) {
        return run.log().arrivals().stream()
                .map(Arrival::micros)
                .map(micros -> Math.toIntExact(Math.round((micros - run.startMicros()) / 1e3)))
                .toList();
    }

    private static String seconds(List<Integer> millis) {
        return millis.stream()
                .map(each -> String.format(Locale.ROOT, "%7.3f", each / 1e3))
                .collect(Collectors.joining());
    }
}
