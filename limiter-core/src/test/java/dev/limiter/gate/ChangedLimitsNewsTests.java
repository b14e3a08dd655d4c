package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static dev.limiter.gate.TestGate.reduced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.UnknownContourException;
import dev.limiter.bucket.LimitsChange;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A person changes the limits of a contour while it runs: who hears of it, and what is news. */
class ChangedLimitsNewsTests {

    private static Limit limit(String rate, long capacity) {
        return new Limit(Rate.parse(rate), capacity, Duration.ZERO);
    }

    private static void change(TestGate gate, String rate, long capacity) {
        assertThat(gate.registry.changeLimits("datacite", List.of(limit(rate, capacity))))
                .isCompleted();
    }

    @Test
    void what_was_in_force_before_and_comes_late_does_not_win() {
        try (TestGate gate = TestGate.of(contour("10/s", 1))) {
            change(gate, "1/m", 1);
            change(gate, "2/m", 1);
            gate.store.tell(new LimitsChange(1, List.of(limit("1/m", 1))));
            assertThat(gate.registry.limits("datacite")).containsExactly(limit("2/m", 1));

            gate.registry.resetLimits("datacite").join();
            gate.store.tell(new LimitsChange(2, List.of(limit("2/m", 1))));
            assertThat(gate.registry.areLimitsChanged("datacite")).isFalse();
            assertThat(gate.listener.events("changed")).hasSize(3);
        }
    }

    @Test
    void another_process_hears_of_it_and_one_that_starts_later_takes_it() {
        try (TestGate gate = TestGate.of(contour("1/h", 1));
                GateRegistry other = gate.time
                        .registry(gate.store)
                        .contours(List.of(contour("1/h", 1).build()))
                        .build()) {
            change(gate, "7/m", 3);
            assertThat(other.limits("datacite")).containsExactly(limit("7/m", 3));
            try (GateRegistry late = gate.time
                    .registry(gate.store)
                    .contours(List.of(contour("1/h", 1).build()))
                    .build()) {
                assertThat(late.limits("datacite")).containsExactly(limit("7/m", 3));
                assertThat(late.limiter("datacite").tryAcquire(3)).isPresent();
            }
        }
    }

    @Test
    void each_change_is_one_line_and_one_event_and_no_change_is_none() {
        try (LogLines log = new LogLines(StoreNews.class);
                TestGate gate = TestGate.of(contour("10/s", 10))) {
            change(gate, "5/s", 3);
            change(gate, "5/s", 3);
            gate.registry.resetLimits("datacite").join();
            gate.registry.resetLimits("datacite").join();

            assertThat(log.lines())
                    .containsExactly(
                            "INFO Contour 'datacite': its limits were changed from 10/s capacity 10 to 5/s capacity 3",
                            "INFO Contour 'datacite': its limits were changed from 5/s capacity 3 to 10/s capacity 10, as"
                                    + " configured");
            assertThat(gate.listener.events("changed"))
                    .containsExactly(
                            "changed datacite from 10/s capacity 10 to 5/s capacity 3",
                            "changed datacite from 5/s capacity 3 to 10/s capacity 10");
        }
    }

    @Test
    void that_others_have_not_heard_of_it_yet_is_no_disagreement() {
        try (TestGate gate = TestGate.of(contour("10/s", 10))) {
            change(gate, "5/s", 3);
            gate.after(1999);
            gate.store.limitsDiffer();
            assertThat(gate.registry.limitsDiffer("datacite")).isFalse();
            gate.after(1);
            gate.store.limitsDiffer();
            assertThat(gate.registry.limitsDiffer("datacite")).isTrue();
            assertThat(gate.listener.events("differ")).hasSize(1);
        }
    }

    @Test
    void a_store_that_is_away_takes_no_change_and_nothing_changes() {
        try (TestGate gate = TestGate.of(contour("10/s", 10).onStoreFailure(reduced("1/s", 1)))) {
            gate.store.away(Away.REASON);
            assertThat(gate.registry.changeLimits("datacite", List.of(limit("5/s", 5))))
                    .isCompletedExceptionally();
            assertThat(gate.registry.areLimitsChanged("datacite")).isFalse();
        }
    }

    @Test
    void a_change_that_nobody_has_used_for_a_week_is_over() {
        try (TestGate gate = TestGate.of(contour("10/s", 1))) {
            change(gate, "1/h", 1);
            for (int day = 0; day < 9; day++) {
                gate.after(Duration.ofDays(1).toMillis());
                gate.call().permit().close();
            }
            assertThat(gate.registry.areLimitsChanged("datacite")).isTrue();
            gate.after(Duration.ofDays(7).toMillis());
            gate.call().permit().close();

            assertThat(gate.registry.areLimitsChanged("datacite")).isFalse();
            List<Caller> callers = gate.call(2, patient(1));
            gate.after(1000);
            assertThat(callers).allMatch(Caller::isServed);
        }
    }

    @Test
    void an_unknown_contour_and_no_limit_at_all_are_errors() {
        try (TestGate gate = TestGate.of(contour("10/s", 10))) {
            assertThatThrownBy(() -> gate.registry.changeLimits("datacit", List.of(limit("1/s", 1))))
                    .isInstanceOf(UnknownContourException.class);
            assertThatThrownBy(() -> gate.registry.resetLimits("datacit")).isInstanceOf(UnknownContourException.class);
            assertThatThrownBy(() -> gate.registry.changeLimits("datacite", List.of()))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
