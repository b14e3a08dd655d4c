package dev.limiter.sample.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.OperationDoneException;
import dev.limiter.OperationInFlightException;
import dev.limiter.sample.api.SilenceRule;
import dev.limiter.sample.api.SimulatedApi;
import dev.limiter.sample.api.SimulatedApiSettings;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.deposit.RecordFile;
import dev.limiter.spring.test.ServerQuota;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Flux;

/** One application, which has its operations in its memory, and files that overlap. */
@Timeout(60)
class OverlappingFilesTests {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final ServerQuota QUOTA = ServerQuota.tokenBucket(100, 100, Duration.ofSeconds(1));
    private static final List<DepositRecord> RECORDS = RecordFile.shipped().subList(0, 30);

    @Test
    void what_two_batches_have_both_is_deposited_by_one_of_them() {
        try (SimulatedApi api = SimulatedApi.start(SimulatedApiSettings.of(QUOTA));
                Worker worker = start(api, true)) {
            List<Outcome> outcomes = all(both(worker));
            assertThat(outcomes).hasSize(40);
            assertThat(outcomes).filteredOn(Outcome::deposited).hasSize(30);
            assertThat(outcomes)
                    .filteredOn(outcome -> !outcome.deposited())
                    .allMatch(outcome -> outcome.failedWith(OperationDoneException.class)
                            || outcome.failedWith(OperationInFlightException.class));
            assertThat(api.arrivals().accepted().count()).isEqualTo(30);
            assertThat(api.arrivals().repeatedDois()).isEmpty();
            assertThat(worker.notDone(RECORDS).block(PATIENCE)).isZero();
        }
    }

    @Test
    void a_doi_in_another_case_is_the_same_operation() {
        try (SimulatedApi api = SimulatedApi.start(SimulatedApiSettings.of(QUOTA));
                Worker worker = start(api, true)) {
            DepositRecord record = RECORDS.get(0);
            DepositRecord shouted = new DepositRecord(record.doi().toUpperCase(Locale.ROOT), record.document());
            assertThat(all(worker.deposit(List.of(record)))).allMatch(Outcome::deposited);
            assertThat(all(worker.deposit(List.of(shouted))))
                    .allMatch(outcome -> outcome.failedWith(OperationDoneException.class));
        }
    }

    @Test
    void without_operations_both_deposit_it() {
        try (SimulatedApi api = SimulatedApi.start(SimulatedApiSettings.of(QUOTA));
                Worker worker = start(api, false)) {
            assertThat(all(both(worker))).allMatch(Outcome::deposited);
            assertThat(api.arrivals().repeatedDois()).hasSize(10);
        }
    }

    /** A caller that gives up leaves its operations in flight: of some the server has the record. */
    @Test
    void what_stays_in_flight_is_settled_by_asking_the_server() {
        SilenceRule silence = new SilenceRule("worker-1", 3, 2);
        try (SimulatedApi api =
                        SimulatedApi.start(SimulatedApiSettings.of(QUOTA).withSilence(silence));
                Worker worker = start(api, true)) {
            giveUpWhenSilent(worker, silence, api);
            List<Outcome> again = all(worker.deposit(RECORDS));
            List<DepositRecord> inFlight = again.stream()
                    .filter(outcome -> outcome.failedWith(OperationInFlightException.class))
                    .map(Outcome::record)
                    .toList();
            assertThat(inFlight).hasSize(2);
            assertThat(all(worker.settle(inFlight))).extracting(Settled::how).containsOnly(Settled.How.WAS_THERE);
            assertThat(worker.notDone(RECORDS).block(PATIENCE)).isZero();
            assertThat(all(worker.settle(inFlight))).extracting(Settled::how).containsOnly(Settled.How.WAS_DONE);
            assertThat(api.arrivals().accepted().count()).isEqualTo(30);
            assertThat(api.arrivals().repeatedDois()).isEmpty();
        }
    }

    @Test
    void what_the_server_does_not_have_is_deposited_and_what_is_forgotten_may_be_sent_again() {
        try (SimulatedApi api = SimulatedApi.start(SimulatedApiSettings.of(QUOTA));
                Worker worker = start(api, true)) {
            List<DepositRecord> two = RECORDS.subList(0, 2);
            assertThat(all(worker.settle(two)))
                    .containsExactly(
                            new Settled(two.get(0), Settled.How.WAS_MISSING),
                            new Settled(two.get(1), Settled.How.WAS_MISSING));
            assertThat(worker.notDone(RECORDS).block(PATIENCE)).isEqualTo(28);
            worker.forget(two).block(PATIENCE);
            assertThat(worker.notDone(two).block(PATIENCE)).isEqualTo(2);
            assertThat(all(worker.deposit(two))).allMatch(Outcome::deposited);
        }
    }

    /** One after the other, so that only the silent ones are under way. */
    private static void giveUpWhenSilent(Worker worker, SilenceRule silence, SimulatedApi api) {
        worker.deposit(RECORDS.subList(0, 5))
                .takeUntilOther(Flux.interval(Duration.ofMillis(5)).filter(look -> silence.isOver(api.arrivals())))
                .blockLast(PATIENCE);
    }

    private static <T> List<T> all(Flux<T> flux) {
        return flux.collectList().blockOptional(PATIENCE).orElseThrow();
    }

    private static Flux<Outcome> both(Worker worker) {
        return Flux.merge(worker.deposit(RECORDS.subList(0, 20)), worker.deposit(RECORDS.subList(10, 30)));
    }

    private static Worker start(SimulatedApi api, boolean operations) {
        Terms terms = Terms.of(Destination.of(api.baseUrl()), "overlapping-files")
                .with("limiter.contours.datacite.limits[0].rate", "100/s")
                .with("sample.each-record-once", Boolean.toString(operations));
        return Worker.start("worker-1", terms, null);
    }
}
