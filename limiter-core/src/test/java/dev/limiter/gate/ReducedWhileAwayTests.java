package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static dev.limiter.gate.TestGate.reduced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.CostAboveCapacityException;
import dev.limiter.PermitRequest;
import dev.limiter.PermitTimeoutException;
import dev.limiter.Priority;
import dev.limiter.Refusal.Scope;
import dev.limiter.WaitReason;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.PauseAsk;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.PausePolicy.Resume;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code on-store-failure: reduced}: a bucket of the process's own. */
class ReducedWhileAwayTests {

    private static ContourBuilder reducing() {
        return contour("100/s", 50).onStoreFailure(reduced("2/s", 3));
    }

    private static TestGate awayFromTheStart(ContourBuilder contour) {
        TestGate gate = TestGate.of(contour);
        gate.store.away(Away.REASON);
        return gate;
    }

    @Test
    void the_bucket_starts_empty_and_runs_its_own_schedule_exactly() {
        try (TestGate gate = awayFromTheStart(reducing())) {
            List<Caller> callers = gate.call(6, patient(Priority.NORMAL));
            gate.after(60_000);

            assertThat(callers).extracting(Caller::servedAt).containsExactly(500L, 1000L, 1500L, 2000L, 2500L, 3000L);
            assertThat(gate.store.failedCalls()).isEqualTo(1);
        }
    }

    @Test
    void it_fills_to_its_own_capacity_and_no_further() {
        try (TestGate gate = awayFromTheStart(reducing())) {
            gate.call().giveUp();
            gate.after(60_000);
            List<Caller> callers = gate.call(5, patient(Priority.NORMAL));
            gate.after(60_000);

            assertThat(callers)
                    .extracting(Caller::servedAt)
                    .containsExactly(60_000L, 60_000L, 60_000L, 60_500L, 61_000L);
        }
    }

    @Test
    void a_cost_above_its_capacity_is_denied_and_what_it_can_hold_is_not() {
        try (TestGate gate = awayFromTheStart(reducing())) {
            Caller first = gate.call(patient(3));
            Caller large = gate.call(patient(4));
            gate.after(10_000);

            assertThat(first.servedAt()).isEqualTo(1500);
            assertThat(large.deniedAt()).isZero();
            assertThat(large.denial(CostAboveCapacityException.class))
                    .hasMessageContaining("4")
                    .hasMessageContaining("3");
        }
    }

    @Test
    void now_or_never_takes_what_is_there_and_spends_nothing_where_nothing_is() {
        try (TestGate gate = awayFromTheStart(reducing())) {
            for (int millis = 0; millis < 500; millis++) {
                assertThat(gate.limiter().tryAcquire(1)).isEmpty();
                gate.after(1);
            }

            assertThat(gate.limiter().tryAcquire(1)).isPresent();
            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
            assertThatThrownBy(() -> gate.limiter().tryAcquire(4)).isInstanceOf(CostAboveCapacityException.class);
        }
    }

    /** The store was slow before it was away: how long its calls took says nothing of the process's own bucket. */
    @Test
    void now_or_never_spends_nothing_though_the_last_call_took_long() {
        try (TestGate gate = TestGate.of(reducing())) {
            gate.store.holdReplies();
            gate.call();
            gate.after(250);
            gate.store.away(Away.REASON);
            gate.store.fail(Away.REASON);
            for (int millis = 0; millis < 500; millis += 10) {
                assertThat(gate.limiter().tryAcquire(1)).isEmpty();
                gate.after(10);
            }

            // The caller of that call has the first one.
            gate.after(500);
            assertThat(gate.limiter().tryAcquire(1)).isPresent();
        }
    }

    @Test
    void whoever_would_be_late_fails_at_once_with_the_estimate() {
        try (TestGate gate = awayFromTheStart(reducing())) {
            gate.call(4, patient(Priority.NORMAL));
            gate.after(1600);
            Caller late = gate.call(PermitRequest.one().withMaxWait(Duration.ofMillis(300)));
            Caller early = gate.call(PermitRequest.one().withMaxWait(Duration.ofMillis(900)));
            gate.after(10_000);

            assertThat(late.denial(PermitTimeoutException.class).waitedFor()).isEqualTo(WaitReason.STORE);
            assertThat(early.servedAt()).isEqualTo(2500);
        }
    }

    /** What other processes have booked ahead of the shared bucket is no reason to deny. */
    @Test
    void an_exhausted_shared_bucket_denies_nobody_whom_the_own_one_serves() {
        try (TestGate gate = TestGate.of(contour("1/m", 1).onStoreFailure(reduced("1/m", 1)))) {
            Bucket bucket = Bucket.of(gate.registry.contour("datacite"), "");
            IntStream.range(0, 10).forEach(i -> gate.store.elsewhere().book(bucket, Ask.one(1, Long.MAX_VALUE)));
            gate.call(PermitRequest.one().withMaxWait(Duration.ofSeconds(59))).denial(PermitTimeoutException.class);
            gate.store.away(Away.REASON);
            gate.call(patient(1));
            Caller next = gate.call(PermitRequest.one().withMaxWait(Duration.ofSeconds(121)));
            gate.after(120_000);

            assertThat(next.servedAt()).isEqualTo(120_000);
        }
    }

    @Test
    void priorities_hold() {
        try (TestGate gate = awayFromTheStart(reducing())) {
            List<Caller> callers = new ArrayList<>();
            for (Priority priority : List.of(Priority.BATCH, Priority.NORMAL, Priority.URGENT)) {
                callers.add(gate.call(patient(priority)));
            }
            gate.after(10_000);

            assertThat(callers).extracting(Caller::servedAt).containsExactly(1500L, 1000L, 500L);
        }
    }

    @Test
    void keys_have_buckets_of_their_own() {
        try (TestGate gate = awayFromTheStart(reducing())) {
            List<Caller> callers = List.of(gate.call("one"), gate.call("other"), gate.call("one"));
            gate.after(10_000);

            assertThat(callers).extracting(Caller::servedAt).containsExactly(500L, 500L, 1000L);
        }
    }

    @Test
    void slots_that_were_booked_before_are_used_and_the_own_bucket_starts_when_they_are() {
        try (TestGate gate = TestGate.of(contour("10/s", 1).onStoreFailure(reduced("2/s", 1)))) {
            List<Caller> callers = gate.call(4, patient(Priority.NORMAL));
            int booked = gate.store.booked().size();
            gate.store.away(Away.REASON);
            gate.after(10_000);

            long last = 100L * (booked - 1);
            for (int i = 0; i < 4; i++) {
                long at = (i < booked) ? 100L * i : last + 500L * (i - booked + 1);
                assertThat(callers.get(i).servedAt()).isEqualTo(at);
            }
        }
    }

    @Test
    void each_outage_starts_from_empty() {
        try (TestGate gate = TestGate.of(reducing())) {
            for (int outage = 0; outage < 3; outage++) {
                gate.store.away(Away.REASON);
                long since = gate.time.passed().toMillis();
                List<Caller> callers = gate.call(2, patient(Priority.NORMAL));
                gate.after(5000);
                assertThat(callers).extracting(Caller::servedAt).containsExactly(since + 500, since + 1000);
                gate.store.back();
                gate.after(1000);
                gate.call().permit();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Resume.class)
    void a_pause_that_is_known_holds_in_an_outage_as_well(Resume resume) {
        PausePolicy policy = new PausePolicy(Duration.ofSeconds(5), Duration.ofHours(24), Duration.ZERO, resume);
        try (TestGate gate = TestGate.of(reducing().pause(policy))) {
            gate.limiter().pause(Duration.ofSeconds(20), "maintenance").join();
            gate.store.away(Away.REASON);
            List<Caller> callers = gate.call(4, patient(Priority.NORMAL));
            gate.after(60_000);

            List<Long> empty = List.of(20_500L, 21_000L, 21_500L, 22_000L);
            List<Long> refilled = List.of(20_000L, 20_000L, 20_000L, 20_500L);
            assertThat(callers).extracting(Caller::servedAt).isEqualTo(resume == Resume.EMPTY ? empty : refilled);
        }
    }

    @Test
    void a_pause_that_is_heard_of_during_an_outage_stops_the_own_bucket() {
        try (TestGate gate = awayFromTheStart(reducing())) {
            List<Caller> callers = gate.call(4, patient(Priority.NORMAL));
            gate.after(600);
            gate.store
                    .elsewhere()
                    .pause(
                            Bucket.of(gate.registry.contour("datacite"), ""),
                            new PauseAsk(Scope.KEY, gate.time.micros(), Duration.ofSeconds(10), 0, false));
            gate.after(60_000);

            assertThat(callers).extracting(Caller::servedAt).containsExactly(500L, 11_100L, 11_600L, 12_100L);
        }
    }
}
