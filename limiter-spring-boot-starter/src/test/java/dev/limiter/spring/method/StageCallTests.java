package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.http.Verdict;
import dev.limiter.spring.call.CallMark;
import dev.limiter.spring.testing.TestPermit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StageCallTests {

    /** Hands out these, whoever asks. */
    private record TwoPermits(Queue<Permit> permits) implements Limiter {

        @Override
        public String contour() {
            return "datacite";
        }

        @Override
        public Permit acquire(PermitRequest request) {
            return this.permits.remove();
        }

        @Override
        public CompletableFuture<Permit> acquireAsync(PermitRequest request) {
            return CompletableFuture.completedFuture(this.permits.remove());
        }

        @Override
        public Optional<Permit> tryAcquire(int permits) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Void> pause(Duration length, String cause) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Void> resume() {
            throw new UnsupportedOperationException();
        }
    }

    private static @Nullable Object valueOf(Permit... permits) {
        StageCall call = new StageCall(
                new TwoPermits(new ArrayDeque<>(List.of(permits))),
                new CallOutcome(() -> contour -> answer -> Verdict.passed(), List::of),
                Runnable::run);
        CompletionStage<String> done = CompletableFuture.completedFuture("done");
        CompletionStage<?> result = call.run(
                permit -> CallMark.perAttempt("datacite", "", PermitRequest.one(), "Client.deposit")
                        .prepaid(permit),
                PermitRequest.one(),
                () -> done);
        return result.toCompletableFuture().join();
    }

    @Test
    void a_permit_that_a_pause_has_made_void_while_the_executor_was_busy_is_exchanged() {
        TestPermit outOfDate = new TestPermit(true);
        TestPermit inTime = new TestPermit();

        assertThat(valueOf(outOfDate, inTime)).isEqualTo("done");

        assertThat(outOfDate.told).containsExactly("given back");
        assertThat(inTime.told).containsExactly("succeeded", "closed");
    }

    @Test
    void a_permit_in_time_is_used() {
        TestPermit permit = new TestPermit();

        assertThat(valueOf(permit)).isEqualTo("done");

        assertThat(permit.told).containsExactly("succeeded", "closed");
    }
}
