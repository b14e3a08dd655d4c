package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.StoreUnavailableException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code on-store-failure: reject}, the default. */
class RejectWhileAwayTests {

    @Test
    void callers_are_denied_at_once_with_the_reason_and_only_the_first_one_asks_the_store() {
        try (TestGate gate = TestGate.of(contour("100/s", 200))) {
            gate.store.away(Away.REASON);
            List<Caller> callers = gate.call(1000, patient(Priority.URGENT));

            assertThat(callers)
                    .allSatisfy(caller -> assertThat(caller.denial(StoreUnavailableException.class))
                            .hasCause(Away.REASON)
                            .hasMessageContaining("datacite"));
            assertThat(callers).extracting(Caller::deniedAt).containsOnly(0L);
            assertThat(gate.store.failedCalls()).isEqualTo(1);
            assertThat(gate.time.pending()).isZero();
        }
    }

    @Test
    void now_or_never_is_told_the_same_and_not_that_there_is_no_permit() {
        try (TestGate gate = TestGate.of(contour("100/s", 200))) {
            gate.store.away(Away.REASON);

            assertThatThrownBy(() -> gate.limiter().tryAcquire(1)).isInstanceOf(StoreUnavailableException.class);
            assertThatThrownBy(() -> gate.limiter().tryAcquire(1)).isInstanceOf(StoreUnavailableException.class);
            assertThat(gate.store.failedCalls()).isEqualTo(1);
        }
    }

    @Test
    void whoever_would_be_late_at_the_shared_limit_is_told_that_the_store_is_away() {
        try (TestGate gate = TestGate.of(contour("1/h", 1))) {
            gate.call();
            Caller waits = gate.call(patient(Priority.NORMAL));
            waits.giveUp();
            gate.after(Duration.ofHours(1).toMillis());
            gate.call();
            gate.store.away(Away.REASON);
            gate.after(Duration.ofHours(1).toMillis());
            gate.call();

            Caller impatient = gate.call(PermitRequest.one().withMaxWait(Duration.ofSeconds(1)));
            assertThat(impatient.denial(StoreUnavailableException.class)).hasCause(Away.REASON);
        }
    }

    @Test
    void those_who_waited_in_the_queue_are_denied_when_the_store_is_found_away() {
        try (TestGate gate = TestGate.of(contour("10/s", 1))) {
            List<Caller> callers = gate.call(10, patient(Priority.NORMAL));
            gate.store.away(Away.REASON);
            gate.after(10_000);

            // Slots that were booked are good: the store hears of pauses.
            List<Caller> served = callers.stream().filter(Caller::isServed).toList();
            assertThat(served).hasSize(gate.store.booked().size());
            assertThat(callers).noneMatch(Caller::isWaiting);
            assertThat(gate.store.failedCalls()).isEqualTo(1);
        }
    }

    @Test
    void the_first_caller_after_the_return_is_served() {
        try (TestGate gate = TestGate.of(contour("10/s", 1))) {
            gate.store.away(Away.REASON);
            gate.call();
            gate.after(60_000);
            gate.store.back();

            assertThat(gate.call().servedAt()).isEqualTo(60_000);
        }
    }

    @Test
    void several_outages_in_a_row_are_each_found_by_one_call() {
        try (TestGate gate = TestGate.of(contour("10/s", 10))) {
            for (int outage = 1; outage <= 5; outage++) {
                gate.store.away(Away.REASON);
                gate.call(20, patient(Priority.NORMAL))
                        .forEach(caller -> caller.denial(StoreUnavailableException.class));
                assertThat(gate.store.failedCalls()).isEqualTo(outage);
                gate.after(1000);
                gate.store.back();
                assertThat(gate.call().isServed()).isTrue();
                gate.after(1000);
            }
        }
    }

    @Test
    void a_permit_that_is_given_back_while_the_store_is_away_goes_to_whoever_comes_while_it_is_good() {
        try (TestGate gate = TestGate.of(contour("10/s", 1))) {
            Caller first = gate.call();
            Caller waits = gate.call(patient(Priority.NORMAL));
            gate.store.away(Away.REASON);
            first.permit().giveBack();

            assertThat(waits.servedAt()).isZero();
        }
    }

    @Test
    void keys_are_denied_apart_and_come_back_together() {
        try (TestGate gate = TestGate.of(contour("10/s", 1))) {
            gate.store.away(Away.REASON);
            for (String key : List.of("one", "other", "one", "other")) {
                gate.call(key).denial(StoreUnavailableException.class);
            }
            assertThat(gate.store.failedCalls()).isEqualTo(2);
            gate.store.back();

            assertThat(gate.call("one").isServed()).isTrue();
            assertThat(gate.call("other").isServed()).isTrue();
        }
    }
}
