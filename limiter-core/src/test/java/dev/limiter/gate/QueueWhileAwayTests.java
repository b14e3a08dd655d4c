package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.PermitRequest;
import dev.limiter.PermitTimeoutException;
import dev.limiter.Priority;
import dev.limiter.QueueFullException;
import dev.limiter.WaitReason;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.StoreFailurePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code on-store-failure: queue}. */
class QueueWhileAwayTests {

    private static ContourBuilder queueing(String rate, long capacity) {
        return contour(rate, capacity).onStoreFailure(StoreFailurePolicy.QUEUE);
    }

    private static TestGate awayFromTheStart(ContourBuilder contour) {
        TestGate gate = TestGate.of(contour);
        gate.store.away(Away.REASON);
        return gate;
    }

    private static PermitRequest within(long millis) {
        return PermitRequest.one().withMaxWait(Duration.ofMillis(millis));
    }

    @Test
    void callers_wait_and_the_first_one_is_served_at_the_very_instant_of_the_return() {
        try (TestGate gate = awayFromTheStart(queueing("10/s", 1))) {
            List<Caller> callers = gate.call(5, patient(Priority.NORMAL));
            gate.after(3_600_000);
            assertThat(callers).allMatch(Caller::isWaiting);
            assertThat(gate.store.failedCalls()).isEqualTo(1);
            assertThat(gate.time.pending()).isZero();
            gate.store.back();
            gate.after(1000);

            assertThat(callers)
                    .extracting(Caller::servedAt)
                    .containsExactly(3_600_000L, 3_600_100L, 3_600_200L, 3_600_300L, 3_600_400L);
            assertThat(gate.listener.events("denied")).isEmpty();
        }
    }

    @Test
    void max_wait_ends_during_the_outage_as_a_wait_for_the_store() {
        try (TestGate gate = awayFromTheStart(queueing("10/s", 1))) {
            Caller caller = gate.call(within(700));
            gate.after(2000);

            assertThat(caller.deniedAt()).isEqualTo(700);
            PermitTimeoutException denial = caller.denial(PermitTimeoutException.class);
            assertThat(denial.waitedFor()).isEqualTo(WaitReason.STORE);
            assertThat(denial.retryAfter()).isEmpty();
        }
    }

    @Test
    void now_or_never_is_never() {
        try (TestGate gate = awayFromTheStart(queueing("10/s", 1))) {
            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
            Caller caller = gate.call(within(0));

            assertThat(caller.deniedAt()).isZero();
            assertThat(caller.denial(PermitTimeoutException.class).waitedFor()).isEqualTo(WaitReason.STORE);
            assertThat(gate.store.failedCalls()).isEqualTo(1);
        }
    }

    @Test
    void the_queue_stays_bounded() {
        try (TestGate gate = awayFromTheStart(queueing("10/s", 1).maxWaiting(3))) {
            List<Caller> callers = gate.call(3, patient(Priority.NORMAL));
            gate.call(patient(Priority.NORMAL)).denial(QueueFullException.class);
            Caller urgent = gate.call(patient(Priority.URGENT));

            assertThat(callers.get(2).denial(QueueFullException.class)).hasMessageContaining("datacite");
            gate.after(1000);
            gate.store.back();
            gate.after(1000);
            assertThat(List.of(urgent, callers.get(0), callers.get(1)))
                    .extracting(Caller::servedAt)
                    .containsExactly(1000L, 1100L, 1200L);
        }
    }

    @Test
    void priorities_and_arrival_hold_as_ever_when_the_store_is_back() {
        try (TestGate gate = awayFromTheStart(queueing("10/s", 1))) {
            List<Caller> callers = new ArrayList<>();
            for (Priority priority : List.of(Priority.BATCH, Priority.NORMAL, Priority.URGENT)) {
                callers.addAll(gate.call(2, patient(priority)));
                gate.after(10);
            }
            gate.store.back();
            gate.after(1000);

            assertThat(callers).extracting(Caller::servedAt).containsExactly(430L, 530L, 230L, 330L, 30L, 130L);
        }
    }

    @Test
    void whoever_gives_up_meanwhile_is_not_asked_for() {
        try (TestGate gate = awayFromTheStart(queueing("10/s", 1))) {
            Caller gone = gate.call(patient(1));
            Caller stays = gate.call(patient(1));
            gone.giveUp();
            gate.store.back();

            assertThat(stays.isServed()).isTrue();
            assertThat(gate.store.booked()).hasSize(1);
        }
    }

    @Test
    void an_outage_during_a_pause_ends_after_it_for_the_callers() {
        try (TestGate gate = TestGate.of(queueing("10/s", 1))) {
            gate.limiter().pause(Duration.ofSeconds(10), "maintenance").join();
            gate.store.away(Away.REASON);
            Caller patient = gate.call(patient(1));
            Caller impatient = gate.call(within(5000));
            gate.after(3000);
            gate.store.back();
            gate.after(20_000);

            assertThat(patient.servedAt()).isEqualTo(10_100);
            assertThat(impatient.deniedAt()).isZero();
            assertThat(impatient.denial(PermitTimeoutException.class).waitedFor())
                    .isEqualTo(WaitReason.PAUSE);
        }
    }

    @Test
    void a_pause_that_ends_during_an_outage_wakes_nobody_in_vain() {
        try (TestGate gate = TestGate.of(queueing("10/s", 1))) {
            gate.limiter().pause(Duration.ofSeconds(10), "maintenance").join();
            gate.store.away(Away.REASON);
            Caller caller = gate.call(patient(1));
            gate.after(60_000);
            assertThat(gate.store.failedCalls()).isEqualTo(1);
            gate.store.back();

            assertThat(caller.servedAt()).isEqualTo(60_000);
        }
    }

    @Test
    void close_ends_the_wait_for_a_store_that_never_comes() {
        TestGate gate = awayFromTheStart(queueing("10/s", 1));
        List<Caller> callers = gate.call(3, patient(Priority.NORMAL));
        gate.close();
        gate.store.back();

        assertThat(callers).noneMatch(Caller::isWaiting);
        assertThat(gate.store.calls()).isZero();
    }

    @Test
    void a_key_whose_callers_wait_for_the_store_stays() {
        try (TestGate gate = awayFromTheStart(queueing("10/s", 1))) {
            Caller caller = new Caller(gate.time, gate.limiter("key"), patient(1));
            gate.after(100_000);
            assertThat(gate.registry.size()).isEqualTo(1);
            gate.store.back();
            assertThat(caller.servedAt()).isEqualTo(100_000);
            gate.after(5000);

            assertThat(gate.registry.size()).isZero();
        }
    }
}
