package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.limiter.Limiter;
import dev.limiter.PermitRequest;
import dev.limiter.TooManyKeysException;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MaxKeysTests {

    @Test
    void a_new_key_beyond_max_keys_is_denied_and_those_in_use_go_on() {
        try (TestGate gate = TestGate.of(contour("1/s", 3).maxKeys(2))) {
            gate.call("one").permit().close();
            gate.call("other").permit().close();
            Limiter third = gate.limiter("third");

            assertThatExceptionOfType(TooManyKeysException.class)
                    .isThrownBy(() -> third.acquire())
                    .withMessage("Contour 'datacite': 2 keys are in use already (max-keys)")
                    .satisfies(denial -> assertThat(denial.maxKeys()).isEqualTo(2))
                    .satisfies(denial -> assertThat(denial.contour()).isEqualTo("datacite"));
            gate.call("third").denial(TooManyKeysException.class);
            assertThat(third.tryAcquire(1)).isEmpty();
            assertThat(gate.listener.events("denied"))
                    .hasSize(3)
                    .allMatch(event -> event.equals("denied datacite after 0ms TooManyKeysException"));
            assertThat(gate.registry.size()).isEqualTo(2);
            assertThat(gate.store.keys()).containsExactly("one", "other");

            gate.call("one").permit().close();
            gate.call("other").permit().close();
        }
    }

    @Test
    void a_pause_by_hand_of_a_new_key_is_denied_too() {
        try (TestGate gate = TestGate.of(contour("1/s", 3).maxKeys(1))) {
            gate.call("one").permit().close();
            assertThat(gate.limiter("other").pause(Duration.ofSeconds(1), "by hand"))
                    .failsWithin(Duration.ofSeconds(1))
                    .withThrowableOfType(ExecutionException.class)
                    .withCauseInstanceOf(TooManyKeysException.class);
            assertThat(gate.limiter("other").resume()).isCompletedExceptionally();
            assertThat(gate.listener.events("denied")).isEmpty();
        }
    }

    @Test
    void a_key_that_has_gone_makes_room() {
        try (TestGate gate = TestGate.of(contour("1/s", 3).maxKeys(1))) {
            for (int i = 0; i < 5; i++) {
                gate.call("key" + i).permit().close();
                gate.call("new").denial(TooManyKeysException.class);
                gate.after(5000);
            }
            assertThat(gate.registry.size()).isZero();
        }
    }

    @Test
    void the_bucket_without_a_key_is_none_and_each_contour_counts_its_own() {
        try (TestGate gate = TestGate.of(
                contour("1/s", 3).maxKeys(1),
                Contour.named("zenodo").limit(Rate.parse("1/s"), 1).maxKeys(1))) {
            gate.call("one").permit().close();
            gate.call().permit().close();
            assertThat(gate.registry.limiter("zenodo", "one").tryAcquire(1)).isPresent();
            assertThat(gate.registry.limiter("zenodo").tryAcquire(1)).isPresent();
        }
    }

    @Test
    void half_of_the_keys_are_warned_of_once_an_hour_and_no_key_is_named() {
        try (TestGate gate = TestGate.of(contour("1/d", 1).maxKeys(4));
                LogLines log = new LogLines(KeysInUse.class)) {
            gate.call("token-1").permit().close();
            assertThat(log.lines()).isEmpty();
            gate.call("token-2").permit().close();
            gate.call("token-3").permit().close();
            assertThat(log.lines())
                    .singleElement()
                    .asString()
                    .satisfies(line -> assertThat(line)
                            .startsWith("WARN Contour 'datacite': 2 keys are in use in this process, of at most 4")
                            .contains("limiter.contours.datacite.max-keys")
                            .doesNotContain("token-"));

            gate.after(Duration.ofMinutes(59).toMillis());
            gate.call("token-4").permit().close();
            gate.call("token-5").denial(TooManyKeysException.class);
            assertThat(log.lines()).hasSize(1);
            gate.after(Duration.ofMinutes(1).toMillis());
            gate.call("token-5").denial(TooManyKeysException.class);
            assertThat(log.lines()).hasSize(2);
        }
    }

    @Test
    void threads_that_come_at_once_neither_get_a_key_too_many_nor_lose_one() throws Exception {
        try (TestGate gate = TestGate.of(contour("1/h", 1).maxKeys(100))) {
            AtomicInteger denied = new AtomicInteger();
            for (int hours = 0; hours < 3; hours++) {
                Threads.run(4, thread -> {
                    for (int key = 0; key < 50; key++) {
                        // each key comes from two threads
                        denied.addAndGet(isDenied(gate.limiter("key" + (thread / 2 * 50 + key))) ? 1 : 0);
                    }
                });
                assertThat(denied).hasValue(0);
                assertThat(gate.registry.size()).isEqualTo(100);
                assertThat(isDenied(gate.limiter("one more"))).isTrue();
                gate.after(Duration.ofHours(3).toMillis());
                assertThat(gate.registry.size()).isZero();
            }
        }
    }

    private static boolean isDenied(Limiter limiter) {
        return limiter.acquireAsync(PermitRequest.one().withMaxWait(Duration.ZERO))
                .handle((permit, failure) -> failure instanceof TooManyKeysException)
                .join();
    }
}
