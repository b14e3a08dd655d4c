package dev.limiter.sample.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.sample.api.SimulatedApi;
import dev.limiter.sample.api.SimulatedApiSettings;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.deposit.RecordFile;
import dev.limiter.sample.worker.Destination;
import dev.limiter.sample.worker.Outcome;
import dev.limiter.sample.worker.Terms;
import dev.limiter.spring.test.ServerQuota;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One worker in a JVM of its own, with a bucket of its own. */
@Timeout(120)
class WorkerProcessTests {

    private static final ServerQuota QUOTA = ServerQuota.tokenBucket(100, 100, Duration.ofSeconds(1));

    private final SimulatedApi api = SimulatedApi.start(SimulatedApiSettings.of(QUOTA));

    @AfterEach
    void close() {
        this.api.close();
    }

    @Test
    void it_deposits_what_it_takes_under_limits_that_it_is_given_and_tells_when() {
        List<DepositRecord> records = RecordFile.shipped().subList(0, 8);
        List<Message> told = new CopyOnWriteArrayList<>();
        try (WorkerProcess worker = start(terms(this.api.baseUrl()))) {
            worker.awaitReady();
            worker.warmUp(20);
            worker.awaitWarm();
            assertThat(worker.roundTrip()).isPositive();
            worker.watch(told::add);
            List<Outcome> outcomes = deposit(worker, records);
            assertThat(outcomes).allMatch(Outcome::deposited);
            assertThat(outcomes).extracting(Outcome::record).containsExactlyInAnyOrderElementsOf(records);
            assertThat(deposit(worker, records.subList(0, 1))).hasSize(1);
        }
        assertThat(this.api.arrivals().of("worker-1").accepted().count()).isEqualTo(9);
        // three at once and ten a second: the last of eight comes half a second after the first
        assertThat(this.api.arrivals().worstCount(Duration.ofMillis(300))).isLessThanOrEqualTo(6);
        assertThat(told)
                .filteredOn(message -> message.kind() == Message.Kind.GRANTED)
                .hasSize(9);
        assertThat(told)
                .filteredOn(message -> message.kind() == Message.Kind.SENT)
                .hasSize(9)
                .allMatch(message -> message.text().equals("201"));
    }

    @Test
    void one_that_is_stopped_sends_nothing_more_and_says_so_of_each_record() {
        List<DepositRecord> records = RecordFile.shipped().subList(0, 8);
        try (WorkerProcess worker =
                start(terms(this.api.baseUrl()).with("limiter.contours.datacite.limits[0].rate", "1/h"))) {
            worker.awaitReady();
            List<Outcome> outcomes = worker.take(records)
                    .doOnSubscribe(subscription -> worker.go())
                    .doOnNext(outcome -> worker.stop())
                    .collectList()
                    .block();
            assertThat(outcomes).hasSize(8);
            assertThat(outcomes).filteredOn(Outcome::deposited).hasSizeBetween(1, 3);
        }
    }

    @Test
    void one_that_is_killed_fails_what_it_had_taken() {
        try (WorkerProcess worker = start(terms(this.api.baseUrl()))) {
            worker.awaitReady();
            worker.kill();
            assertThatThrownBy(() -> deposit(worker, RecordFile.shipped()))
                    .hasMessageContaining("worker-1 has ended with ");
        }
    }

    @Test
    void one_whose_parent_is_gone_ends_even_while_it_starts() {
        try (WorkerProcess worker = start(terms(this.api.baseUrl()))) {
            worker.dismiss();
            assertThatThrownBy(worker::awaitReady).hasRootCauseMessage("worker-1 has ended with 0");
        }
    }

    @Test
    void one_that_cannot_start_says_why() {
        try (WorkerProcess worker =
                start(terms(this.api.baseUrl()).with("limiter.contours.datacite.limits[0].rate", "many"))) {
            assertThatThrownBy(worker::awaitReady)
                    .rootCause()
                    .hasMessageContaining("worker-1 has ended with 1")
                    .hasMessageContaining("limiter.contours.datacite.limits[0].rate");
        }
    }

    private static WorkerProcess start(Terms terms) {
        return WorkerProcess.start("worker-1", terms, Map.of());
    }

    private static Terms terms(URI api) {
        return Terms.of(Destination.of(api), "batch-by-bucket")
                .with("limiter.contours.datacite.limits[0].rate", "10/s")
                .with("limiter.contours.datacite.limits[0].capacity", "3")
                .with("sample.calls-at-once", "250");
    }

    private static List<Outcome> deposit(WorkerProcess worker, List<DepositRecord> records) {
        return worker.take(records)
                .doOnSubscribe(subscription -> worker.go())
                .collectList()
                .blockOptional()
                .orElseThrow();
    }
}
