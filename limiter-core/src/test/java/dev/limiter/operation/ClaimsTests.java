package dev.limiter.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.limiter.OperationDoneException;
import dev.limiter.OperationInFlightException;
import dev.limiter.OperationState.Done;
import dev.limiter.OperationState.InFlight;
import dev.limiter.OperationState.Unclaimed;
import dev.limiter.StoreUnavailableException;
import dev.limiter.UnknownContourException;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.gate.LogLines;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class ClaimsTests {

    private static final Duration TTL = Duration.ofHours(7);

    private final TestClock clock = new TestClock();

    private final InMemoryOperationStore memory = new InMemoryOperationStore(this.clock::nanoTime, this.clock);

    private final ScriptedOperationStore store = new ScriptedOperationStore(this.memory);

    private final Queue<Runnable> elsewhere = new ArrayDeque<>();

    private final Claims claims = new Claims(
            this.store,
            List.of(Contour.named("shop")
                    .limit(Rate.parse("8/s"))
                    .operationTtl(TTL)
                    .build()),
            this.elsewhere::add);

    private Claim claim() {
        return this.claims.claim("shop", "order-1").join();
    }

    private <T extends Throwable> T denied(Class<T> type) {
        CompletableFuture<Claim> denied = this.claims.claim("shop", "order-1");
        CompletionException thrown = catchThrowableOfType(CompletionException.class, denied::join);
        assertThat(thrown.getCause()).isInstanceOf(type);
        return type.cast(thrown.getCause());
    }

    @Test
    void the_second_sender_is_told_since_when_and_until_when_and_no_time_to_come_back() {
        Claim claim = claim();
        Instant since = this.clock.instant();
        this.clock.pass(Duration.ofHours(1));

        OperationInFlightException denial = denied(OperationInFlightException.class);
        assertThat(denial.contour()).isEqualTo("shop");
        assertThat(denial.operation()).isEqualTo("order-1");
        assertThat(denial.since()).isEqualTo(since);
        assertThat(denial.until()).isEqualTo(since.plus(TTL)).isEqualTo(claim.until());
        assertThat(denial.retryAfter()).isEmpty();
        assertThat(denial)
                .hasMessageStartingWith(
                        "Contour 'shop': operation 'order-1' is in flight since 2026-11-30T12:00:00Z, and its outcome is not known")
                .hasMessageContaining("from 2026-11-30T19:00:00Z on");
    }

    @Test
    void what_succeeded_is_done_for_its_time_from_then_on() {
        Claim claim = claim();
        this.clock.pass(Duration.ofHours(6));
        claim.done().join();
        Instant since = this.clock.instant();
        this.clock.pass(TTL.minusNanos(1));

        OperationDoneException denial = denied(OperationDoneException.class);
        assertThat(denial.operation()).isEqualTo("order-1");
        assertThat(denial.since()).isEqualTo(since);
        assertThat(denial.retryAfter()).isEmpty();
        assertThat(denial).hasMessage("Contour 'shop': operation 'order-1' was done at 2026-11-30T18:00:00Z");

        this.clock.pass(Duration.ofNanos(1));
        assertThat(claim()).isNotNull();
    }

    @Test
    void what_was_not_acted_upon_is_the_next_ones() {
        claim().release().join();
        assertThat(claim().operation()).isEqualTo("order-1");
    }

    @Test
    void an_owner_that_is_late_does_not_release_the_next_ones_claim() {
        Claim late = claim();
        this.clock.pass(TTL);
        claim();
        late.release().join();
        denied(OperationInFlightException.class);
    }

    @Test
    void a_refusal_after_an_unknown_outcome_releases_nothing() {
        Claim claim = claim();
        claim.outcomeUnknown();
        claim.release().join();
        denied(OperationInFlightException.class);

        claim.done().join();
        denied(OperationDoneException.class);
    }

    @Test
    void who_has_released_or_done_it_once_changes_nothing_later() {
        Claim released = claim();
        released.release().join();
        Claim next = claim();
        released.release().join();
        denied(OperationInFlightException.class);

        next.done().join();
        next.release().join();
        this.memory.release("shop", "order-1");
        next.done().join();
        assertThat(this.memory.size()).isZero();
    }

    @Test
    void an_owner_that_died_leaves_it_in_flight_until_its_time_is_over() {
        claim();
        this.clock.pass(TTL.minusNanos(1));
        denied(OperationInFlightException.class);
        this.clock.pass(Duration.ofNanos(1));
        assertThat(claim()).isNotNull();
    }

    @Test
    void what_cannot_be_claimed_is_not_sent() {
        IllegalStateException cause = new IllegalStateException("no answer");
        this.store.failWith(cause);
        assertThat(denied(StoreUnavailableException.class)).hasCause(cause);
    }

    @Test
    void a_claim_that_comes_for_one_who_has_gone_is_released() {
        CompletableFuture<Void> answers = this.store.holdAnswers();
        CompletableFuture<Claim> waiting = this.claims.claim("shop", "order-1");
        assertThat(this.memory.size()).isEqualTo(1);
        waiting.cancel(true);
        answers.complete(null);
        this.elsewhere.remove().run();

        assertThat(this.memory.size()).isZero();
    }

    @Test
    void a_callers_code_does_not_run_on_the_stores_thread() {
        CompletableFuture<Void> answers = this.store.holdAnswers();
        CompletableFuture<Claim> waiting = this.claims.claim("shop", "order-1");
        answers.complete(null);
        assertThat(waiting).isNotDone();
        this.elsewhere.remove().run();
        assertThat(waiting).isCompleted();
    }

    @Test
    void an_executor_that_takes_nothing_more_loses_no_caller() {
        Claims ending = new Claims(
                this.store,
                List.of(Contour.named("shop").limit(Rate.parse("8/s")).build()),
                task -> {
                    throw new RejectedExecutionException("closed");
                });
        CompletableFuture<Void> answers = this.store.holdAnswers();
        CompletableFuture<Claim> waiting = ending.claim("shop", "order-1");
        answers.complete(null);
        assertThat(waiting).isCompleted();
    }

    @Test
    void what_could_not_be_written_leaves_it_in_flight_and_is_said_once() {
        Claim done = claim();
        Claim refused = this.claims.claim("shop", "order-2").join();
        try (LogLines log = new LogLines(Claim.class)) {
            this.store.failWith(new IllegalStateException("no answer"));
            assertThat(done.done()).isCompleted();
            assertThat(done.done()).isCompleted();
            assertThat(refused.release()).isCompleted();

            assertThat(log.lines()).hasSize(2);
            assertThat(log.lines().get(0))
                    .startsWith("WARN contour 'shop': operation 'order-1' was done, but could not be noted so")
                    .contains("in flight until 2026-11-30T19:00:00Z")
                    .contains("no answer");
            assertThat(log.lines().get(1))
                    .startsWith(
                            "WARN contour 'shop': operation 'order-2' was not acted upon, but could not be released");
        }
        this.store.failWith(null);
        denied(OperationInFlightException.class);
    }

    @Test
    void by_hand_it_is_found_done_and_released() {
        assertThat(this.claims.find("shop", "order-1").join()).isEqualTo(new Unclaimed());
        claim();
        assertThat(this.claims.find("shop", "order-1").join()).isInstanceOf(InFlight.class);
        this.claims.done("shop", "order-1").join();
        Done done = (Done) this.claims.find("shop", "order-1").join();
        assertThat(done.until()).isEqualTo(this.clock.instant().plus(TTL));
        denied(OperationDoneException.class);
        assertThat(this.claims.release("shop", "order-1").join()).isTrue();
        assertThat(this.claims.release("shop", "order-1").join()).isFalse();
        assertThat(claim()).isNotNull();
    }

    @Test
    void by_hand_a_store_that_does_not_answer_is_said_so() {
        this.store.failWith(new IllegalStateException("no answer"));
        assertThatThrownBy(() -> this.claims.done("shop", "order-1").join())
                .hasCauseInstanceOf(StoreUnavailableException.class);
        assertThatThrownBy(() -> this.claims.release("shop", "order-1").join())
                .hasCauseInstanceOf(StoreUnavailableException.class);
        // this one throws where it should fail
        assertThatThrownBy(() -> this.claims.find("shop", "order-1").join())
                .hasCauseInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void a_contour_that_nobody_knows_and_an_id_that_says_nothing_are_errors() {
        assertThatThrownBy(() -> this.claims.claim("shpo", "order-1")).isInstanceOf(UnknownContourException.class);
        assertThatThrownBy(() -> this.claims.find("shpo", "order-1")).isInstanceOf(UnknownContourException.class);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> this.claims.claim("shop", ""))
                .withMessage("contour 'shop': the id of an operation must not be blank");
        assertThatIllegalArgumentException().isThrownBy(() -> this.claims.release("shop", "\t"));
    }
}
