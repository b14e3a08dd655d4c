package dev.limiter.sample;

import dev.limiter.sample.api.Arrival;
import dev.limiter.sample.api.ArrivalLog;
import dev.limiter.sample.api.Pause;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.spring.test.ServerQuota;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a team's run left behind in the server.
 *
 * @param name how it is called in the table
 * @param quota what the server allowed
 * @param log what arrived
 * @param pause the pause that it demanded; null for none
 * @param roundTrip the longest round trip of an idle connection, measured before
 * @param failures why records were not deposited, each reason once
 * @param otherRefused how many requests of the other client were refused; null where there is none
 */
record Run(
        String name,
        ServerQuota quota,
        ArrivalLog log,
        @Nullable Pause pause,
        Duration roundTrip,
        List<String> failures,
        @Nullable Long otherRefused) {

    int requests() {
        return this.log.count();
    }

    int accepted() {
        return this.log.accepted().count();
    }

    int refused() {
        return this.log.refused().count();
    }

    /** Requests for a record that had been sent before. */
    int retries() {
        return requests()
                - (int) this.log.arrivals().stream()
                        .map(Arrival::doi)
                        .distinct()
                        .count();
    }

    /** From the first arrival to the last one that was accepted. */
    Duration time() {
        List<Arrival> accepted = this.log.accepted().arrivals();
        return accepted.isEmpty()
                ? Duration.ZERO
                : Duration.of(accepted.get(accepted.size() - 1).micros() - startMicros(), ChronoUnit.MICROS);
    }

    /** The first arrival. */
    long startMicros() {
        return this.log.count() == 0 ? 0 : this.log.arrivals().get(0).micros();
    }

    /** The accepted ones, as a share of the most that the server would have taken in that time: a capacity and the rate. */
    double quotaUsed() {
        return accepted() / (this.quota.capacity() + this.quota.worthOf(time()));
    }

    /** That each record was accepted, and no more than once. */
    Claim eachExactlyOnce(String text, List<DepositRecord> records) {
        Map<String, Integer> left = new HashMap<>();
        records.forEach(record -> left.merge(lowerCase(record.doi()), 1, Integer::sum));
        this.log.accepted().arrivals().forEach(arrival -> left.merge(arrival.doi(), -1, Integer::sum));
        long missing = left.values().stream().filter(count -> count > 0).count();
        long surplus = left.values().stream().filter(count -> count < 0).count();
        String seen = "%d missing, %d more than once or unknown".formatted(missing, surplus);
        return new Claim(
                text, missing == 0 && surplus == 0, seen + (this.failures.isEmpty() ? "" : "; " + this.failures));
    }

    /** That no less than this share of the quota was used. */
    Claim atLeastUsed(String subject, double share) {
        return new Claim(
                "%s: at least %.0f %% of the quota used".formatted(subject, 100 * share),
                quotaUsed() >= share,
                "%.0f %%".formatted(100 * quotaUsed()));
    }

    /** That in every interval no more arrived than the quota allows, and what it is worth for this time. */
    Claim withinQuota(String subject, Duration jitter) {
        double above = this.log.mostAbove(this.quota);
        return new Claim(
                "%s: in every interval at most %d + rate x (T + %d ms) requests"
                        .formatted(subject, this.quota.capacity(), jitter.toMillis()),
                above <= this.quota.worthOf(jitter),
                "%.1f above %d + rate x T".formatted(above, this.quota.capacity()));
    }

    private static String lowerCase(String doi) {
        return doi.toLowerCase(Locale.ROOT);
    }
}
