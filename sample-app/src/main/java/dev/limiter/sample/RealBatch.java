package dev.limiter.sample;

import dev.limiter.LimiterClosedException;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.worker.Destination;
import dev.limiter.sample.worker.Outcome;
import dev.limiter.sample.worker.Reason;
import dev.limiter.sample.worker.Send;
import dev.limiter.sample.worker.Team;
import dev.limiter.sample.worker.Teams;
import dev.limiter.sample.worker.Terms;
import java.io.PrintStream;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/**
 * The shared batch against a real API. Each send is logged, and the third refusal ends it: then nothing more is sent, and
 * what was on its way (at most one request for each worker) is answered.
 */
final class RealBatch {

    private static final int LAST_REFUSAL = 3;

    /** Also 401 and 403: a wrong token must not knock 200 times, and firewalls say 403 where others say 429. */
    private static final Set<Integer> REFUSALS = Set.of(401, 403, 429, 503);

    private static final int REASONS = 3;

    private static final DateTimeFormatter INSTANT = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSX", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Options options;
    private final Destination destination;
    private final PrintStream out;
    private final CompletableFuture<Void> lastRefusal = new CompletableFuture<>();
    private int sends;
    private int accepted;
    private int refused;

    RealBatch(Options options, Destination destination, PrintStream out) {
        this.options = options;
        this.destination = destination;
        this.out = out;
    }

    /** Whether every record was deposited. */
    boolean run(List<DepositRecord> records) {
        this.out.printf(
                "%d records, %d workers, one shared bucket; %s documents %s%n%n",
                records.size(), this.options.workers(), this.destination.baseUrl(), this.options.quota());
        Terms terms = new Terms(this.destination, "real-api", Map.of("sample.quota", this.options.quota()), this::sent);
        long start = System.nanoTime();
        List<Outcome> outcomes;
        try (Team team = Teams.inThisProcess().shared(this.options.workers(), terms)) {
            CompletableFuture<Void> stopped = this.lastRefusal.thenRun(team::stop);
            outcomes = Objects.requireNonNull(team.deposit(records)
                    .doOnNext(outcome -> stopIfNobodyIsThere(outcome, team))
                    .collectList()
                    .block());
            stopped.cancel(false);
        }
        return report(outcomes, Duration.ofNanos(System.nanoTime() - start));
    }

    private synchronized void sent(Send send) {
        this.sends++;
        this.accepted += (send.status() == 201) ? 1 : 0;
        this.refused += REFUSALS.contains(send.status()) ? 1 : 0;
        this.out.printf(
                "%s  %s  %s  %s%n",
                INSTANT.format(send.at()),
                send.contour(),
                send.worker(),
                (send.status() == 0) ? "no answer" : send.status());
        if (this.refused == LAST_REFUSAL) {
            this.lastRefusal.complete(null);
        }
    }

    /** Where the first ones reach nobody, the others need not try. */
    private synchronized void stopIfNobodyIsThere(Outcome outcome, Team team) {
        if (this.sends == 0 && outcome.failure() instanceof WebClientRequestException) {
            team.stop();
        }
    }

    private synchronized boolean report(List<Outcome> outcomes, Duration time) {
        List<Outcome> left =
                outcomes.stream().filter(outcome -> !outcome.deposited()).toList();
        this.out.printf(
                "%n%10s%8s%11s%15s%10s%n%10d%8d%11d%15d%8.1f s%n%n",
                "requests",
                "201s",
                "refusals",
                "not deposited",
                "time",
                this.sends,
                this.accepted,
                this.refused,
                left.size(),
                time.toMillis() / 1e3);
        if (this.lastRefusal.isDone()) {
            this.out.println("Stopped at the third refusal.");
        }
        left.stream()
                .map(Outcome::failure)
                .filter(Objects::nonNull)
                .filter(failure -> !(failure instanceof LimiterClosedException))
                .map(Reason::of)
                .distinct()
                .limit(REASONS)
                .forEach(this.out::println);
        return left.isEmpty();
    }
}
