package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static dev.limiter.gate.TestGate.reduced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Permit;
import dev.limiter.Priority;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.bucket.Slot;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.test.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the store returns, so does the shared limit, without a burst: what was given without it is taken from it. */
class SettlementTests {

    private static ContourBuilder reducing() {
        return contour("10/s", 10).onStoreFailure(reduced("5/s", 5));
    }

    /** What the server that enforces the contour's own limit lets through. */
    private static final class Server {

        private final InMemoryBucketStore store;

        private final Bucket quota;

        private int refused;

        Server(VirtualClock time, ContourBuilder limit) {
            this.store = new InMemoryBucketStore(time);
            this.quota = Bucket.of(limit.build(), "");
        }

        void answer(Permit permit) {
            boolean accepted = this.store
                            .book(this.quota, Ask.one(1, this.store.ticker().micros()))
                            .toCompletableFuture()
                            .join()
                            .answers()
                            .get(0)
                    instanceof Slot;
            this.refused += accepted ? 0 : 1;
            permit.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 700", "2, 100", "2, 1000", "2, 30000", "3, 400", "4, 600", "4, 1000", "4, 10000"})
    void nothing_is_refused_when_all_processes_were_cut_off_and_return_to_a_bucket_that_has_filled(
            int processes, long millis) {
        // Together they run the shared rate.
        ContourBuilder contour = contour("12/s", 12).onStoreFailure(reduced(12 / processes + "/s", 3));
        VirtualClock time = new VirtualClock();
        RecordingStore store = new RecordingStore(time);
        Server server = new Server(time, contour);
        List<GateRegistry> registries = Stream.generate(() ->
                        time.registry(store).contours(List.of(contour.build())).build())
                .limit(processes)
                .toList();
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            callers.add(new Caller(time, registries.get(i % processes).limiter("datacite"), patient(Priority.NORMAL)));
        }
        callers.forEach(caller -> caller.whenServed(server::answer));
        time.advance(Duration.ofSeconds(2));
        for (int outage = 0; outage < 3; outage++) {
            store.away(Away.REASON);
            time.advance(Duration.ofMillis(millis));
            store.back();
            time.advance(Duration.ofMillis(1700));
        }
        time.advance(Duration.ofSeconds(60));

        assertThat(server.refused).isZero();
        assertThat(callers).allMatch(Caller::isServed);
        registries.forEach(GateRegistry::close);
    }

    @Test
    void what_has_accrued_meanwhile_is_taken_and_no_more() {
        try (TestGate gate = TestGate.of(reducing())) {
            gate.call();
            gate.store.away(Away.REASON);
            gate.call(2, patient(Priority.NORMAL));
            gate.after(400);
            gate.store.back();

            assertThat(gate.store.booked()).extracting(Slot::cost).containsExactly(1, 4);
            List<Caller> callers = gate.call(7, patient(Priority.NORMAL));
            assertThat(callers.subList(0, 6)).allMatch(Caller::isServed);
            assertThat(callers.get(6).isWaiting()).isTrue();
        }
    }

    @Test
    void what_was_given_in_a_long_outage_takes_one_capacity_and_no_more() {
        try (TestGate gate = TestGate.of(reducing())) {
            gate.store.away(Away.REASON);
            gate.call(1000, patient(Priority.NORMAL));
            gate.after(100_000);
            gate.store.back();

            assertThat(gate.store.booked()).first().extracting(Slot::cost).isEqualTo(10);
            int before = gate.listener.events("granted").size();
            gate.after(10_000);
            assertThat(gate.listener.events("granted").size() - before).isEqualTo(100);
        }
    }

    /** A bucket that has less than that gives all it has. */
    @Test
    void what_the_bucket_has_is_taken_where_it_has_less() {
        try (TestGate gate = TestGate.of(reducing())) {
            Bucket bucket = Bucket.of(gate.registry.contour("datacite"), "");
            gate.store.away(Away.REASON);
            gate.call(8, patient(Priority.NORMAL));
            gate.after(1600);
            // Another process, which reached the store all the time.
            gate.store.elsewhere().book(bucket, Ask.one(7, Long.MAX_VALUE));
            gate.store.back();

            assertThat(gate.store.booked()).extracting(Slot::cost).containsExactly(3);
            assertThat(gate.store.calls()).isEqualTo(2);
            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
            gate.after(100);
            assertThat(gate.limiter().tryAcquire(1)).isPresent();
        }
    }

    @Test
    void a_settlement_that_fails_is_made_again() {
        try (TestGate gate = TestGate.of(reducing())) {
            gate.store.away(Away.REASON);
            gate.call(5, patient(Priority.NORMAL));
            gate.after(1000);
            gate.store.throwAlways(new IllegalStateException("not ready"));
            gate.store.back();
            gate.store.throwAlways(null);
            gate.store.away(Away.REASON);
            gate.after(1000);
            gate.store.back();
            gate.after(100);

            gate.call();
            assertThat(gate.store.booked()).extracting(Slot::cost).startsWith(10);
        }
    }

    @Test
    void slots_of_the_own_bucket_are_not_used_after_the_return_nor_given_to_the_store() {
        try (TestGate gate = TestGate.of(reducing())) {
            gate.store.away(Away.REASON);
            List<Caller> callers = gate.call(3, patient(Priority.NORMAL));
            gate.after(300);
            gate.store.back();

            // One was sent. One was held, and would have come due in 100 ms.
            assertThat(gate.store.booked()).first().extracting(Slot::cost).isEqualTo(10);
            gate.after(1000);
            assertThat(callers).extracting(Caller::servedAt).containsExactly(200L, 400L, 500L);
            callers.get(0).permit().giveBack();
            gate.after(1000);
            assertThat(gate.store.givenBack()).isEmpty();
        }
    }

    /** Slots have numbers: one of the process's own must not be mistaken for one of the store's. */
    @Test
    void an_own_permit_that_is_given_back_after_the_return_mints_none() {
        try (TestGate gate = TestGate.of(contour("1/h", 2).onStoreFailure(reduced("1/h", 1)))) {
            gate.store.away(Away.REASON);
            Caller own = gate.call(patient(1));
            gate.after(Duration.ofHours(1).toMillis());
            Permit given = own.permit();
            gate.store.back();
            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
            gate.after(1000);
            given.giveBack();

            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
        }
    }

    @Test
    void a_key_stays_until_what_it_gave_is_settled() {
        try (TestGate gate = TestGate.of(reducing())) {
            gate.store.away(Away.REASON);
            List<Caller> callers = List.of(gate.call("key"), gate.call("key"));
            gate.after(100_000);
            callers.forEach(caller -> caller.permit().close());
            gate.after(100_000);
            gate.store.back();

            assertThat(gate.store.booked()).extracting(Slot::cost).containsExactly(10);
            gate.after(10_000);
            assertThat(gate.registry.size()).isZero();
        }
    }

    @Test
    void nothing_is_settled_in_a_pause_beyond_what_the_bucket_holds_at_its_end() {
        try (TestGate gate = TestGate.of(reducing())) {
            gate.store.away(Away.REASON);
            gate.call(5, patient(Priority.NORMAL));
            gate.after(1000);
            Bucket bucket = Bucket.of(gate.registry.contour("datacite"), "");
            Pauses.elsewhere(gate, bucket, Duration.ofSeconds(5));
            Caller caller = gate.call(patient(1));
            gate.store.back();
            gate.after(10_000);

            assertThat(caller.servedAt()).isEqualTo(6100);
            assertThat(gate.store.calls()).isLessThan(10);
        }
    }
}
