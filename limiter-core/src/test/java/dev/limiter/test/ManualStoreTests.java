package dev.limiter.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.PermitTimeoutException;
import dev.limiter.StoreMode;
import dev.limiter.StoreUnavailableException;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a caller sees of each answer. */
class ManualStoreTests {

    private static final Contour CONTOUR = Contour.named("datacite")
            .limit(Rate.parse("1/s"), 2)
            .arrivalJitter(Duration.ZERO)
            .maxWait(Duration.ofMinutes(1))
            .build();

    private final VirtualClock clock = new VirtualClock();

    private final ManualStore store = new ManualStore(this.clock);

    private final GateRegistry registry =
            this.clock.registry(this.store).contours(List.of(CONTOUR)).build();

    private final Limiter limiter = this.registry.limiter("datacite");

    @AfterEach
    void close() {
        this.registry.close();
    }

    private List<CompletableFuture<Permit>> call(int many) {
        return Stream.generate(this.limiter::acquireAsync).limit(many).toList();
    }

    private static long served(List<CompletableFuture<Permit>> calls) {
        return calls.stream()
                .filter(call -> call.isDone() && !call.isCompletedExceptionally())
                .count();
    }

    private static Throwable denial(CompletableFuture<Permit> call) {
        assertThat(call).isCompletedExceptionally();
        return call.handle((permit, failure) -> failure).join();
    }

    @Test
    void it_counts_until_it_is_told_otherwise_and_then_again() {
        assertThat(served(call(3))).isEqualTo(2);
        this.clock.advance(Duration.ofSeconds(1));

        this.store.grant();
        assertThat(served(call(100))).isEqualTo(100);

        this.store.count();
        assertThat(served(call(1))).isZero();
    }

    @Test
    void whoever_asks_waits_as_long_as_the_test_says() {
        this.store.grantAfter(Duration.ofSeconds(40));
        CompletableFuture<Permit> call = call(1).get(0);
        this.clock.advance(Duration.ofMillis(39_999));
        assertThat(call).isNotDone();

        this.clock.advance(Duration.ofMillis(1));
        assertThat(call).isCompleted();
    }

    @Test
    void whoever_has_less_time_is_denied_at_once() {
        this.store.grantAfter(Duration.ofSeconds(61));

        assertThat(denial(call(1).get(0))).isInstanceOf(PermitTimeoutException.class);
    }

    @Test
    void a_pause_of_another_process_holds_everybody_also_where_all_is_granted() {
        this.store.grant();
        this.store.pause(CONTOUR, Duration.ofSeconds(30));
        List<CompletableFuture<Permit>> calls = call(3);
        this.clock.advance(Duration.ofMillis(29_999));
        assertThat(served(calls)).isZero();

        this.clock.advance(Duration.ofMillis(1));
        assertThat(served(calls)).isEqualTo(3);
    }

    @Test
    void a_call_that_fails_denies_its_caller() {
        this.store.fail(new IllegalStateException("broken"));

        assertThat(denial(call(1).get(0)))
                .isInstanceOf(StoreUnavailableException.class)
                .hasRootCauseMessage("broken");
        assertThat(this.store.asked()).isPositive();
    }

    @Test
    void what_was_not_answered_is_answered_by_the_next_word() {
        this.store.neverAnswer();
        CompletableFuture<Permit> call = call(1).get(0);
        this.clock.advance(Duration.ofSeconds(10));
        assertThat(call).isNotDone();

        this.store.grant();
        assertThat(call).isCompleted();
    }

    @Test
    void while_the_store_is_away_callers_are_denied_until_it_is_back() {
        this.store.goAway("datacite");
        assertThat(this.registry.storeMode("datacite")).isEqualTo(StoreMode.REJECT);
        assertThat(denial(call(1).get(0))).isInstanceOf(StoreUnavailableException.class);

        this.store.comeBack("datacite");
        assertThat(this.registry.storeMode("datacite")).isEqualTo(StoreMode.NORMAL);
        assertThat(served(call(1))).isEqualTo(1);
    }

    @Test
    void what_was_granted_by_hand_is_not_given_back_to_the_bucket() {
        this.store.grant();
        call(1).get(0).join().giveBack();
        this.store.count();

        assertThat(served(call(3))).isEqualTo(2);
    }
}
