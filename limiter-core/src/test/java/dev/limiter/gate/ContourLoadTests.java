package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.Permit;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.UnknownContourException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How busy a contour is, for whoever looks. */
class ContourLoadTests {

    private static ContourLoad load(TestGate gate) {
        return gate.registry.load("datacite");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void permits_in_use_are_in_flight_until_they_are_closed_or_given_back_with_a_cap_and_without(boolean capped) {
        try (TestGate gate = TestGate.of(capped ? contour("1/s", 3).concurrency(5) : contour("1/s", 3))) {
            List<Permit> permits = List.of(
                    gate.call().permit(), gate.call().permit(), gate.call().permit());
            assertThat(load(gate).inFlight()).isEqualTo(3);
            permits.get(0).close();
            permits.get(0).close();
            permits.get(1).giveBack();
            assertThat(load(gate).inFlight()).isEqualTo(1);
            permits.get(2).close();
            assertThat(load(gate).inFlight()).isZero();
        }
    }

    @Test
    void who_waits_is_counted_over_all_keys_and_no_more_when_it_has_left() {
        try (TestGate gate = TestGate.of(contour("1/s", 1))) {
            gate.call("a");
            gate.call("b");
            Caller one = gate.call("a");
            Caller two = gate.call("b");
            assertThat(load(gate).waiting()).isEqualTo(2);
            assertThat(load(gate).keys()).isEqualTo(2);
            one.giveUp();
            assertThat(load(gate).waiting()).isEqualTo(1);
            gate.after(1000);
            assertThat(two.isServed()).isTrue();
            assertThat(load(gate).waiting()).isZero();
        }
    }

    @Test
    void the_permits_left_are_those_of_the_emptiest_key_and_grow_with_time() {
        try (TestGate gate = TestGate.of(contour("1/s", 10))) {
            assertThat(load(gate).permitsLeft()).isEmpty();
            gate.call("a");
            for (int i = 0; i < 4; i++) {
                gate.call("b");
            }
            assertThat(load(gate).permitsLeft()).isEqualTo(OptionalLong.of(6));
            gate.after(2000);
            assertThat(load(gate).permitsLeft()).isEqualTo(OptionalLong.of(8));
        }
    }

    @Test
    void a_pause_says_how_long_it_lasts_and_makes_the_permits_left_unknown_until_the_next_answer() {
        try (TestGate gate = TestGate.of(contour("1/s", 10))) {
            gate.call().permit().refused(new Refusal(Scope.KEY, Duration.ofSeconds(3), "429"));
            gate.after(1000);
            assertThat(load(gate).pauseLeft()).isEqualTo(Duration.ofSeconds(2));
            assertThat(load(gate).permitsLeft()).isEmpty();
            gate.after(5000);
            assertThat(load(gate).pauseLeft()).isZero();
            gate.call();
            assertThat(load(gate).permitsLeft()).isPresent();
        }
    }

    @Test
    void the_empty_key_is_no_key_and_an_unknown_contour_an_error() {
        try (TestGate gate = TestGate.of(contour("1/s", 10))) {
            gate.call();
            assertThat(load(gate).keys()).isZero();
            assertThatThrownBy(() -> gate.registry.load("other")).isInstanceOf(UnknownContourException.class);
        }
    }
}
