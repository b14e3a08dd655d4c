package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.OperationState;
import dev.limiter.PermitRequest;
import dev.limiter.RateLimitException;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.operation.Claim;
import dev.limiter.operation.Claims;
import dev.limiter.operation.InMemoryOperationStore;
import dev.limiter.spring.call.CallMark;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OperationCallTests {

    private final Claims claims = new Claims(
            new InMemoryOperationStore(),
            List.of(Contour.named("api").limit(Rate.parse("8/s")).build()),
            Runnable::run);

    /** The store answers in the moment in which the caller is interrupted. */
    private final CompletableFuture<Claim> claiming = new CompletableFuture<>() {

        @Override
        public boolean cancel(boolean mayInterrupt) {
            complete(OperationCallTests.this.claims.claim("api", "one").join());
            return false;
        }
    };

    @Test
    void a_claim_that_comes_in_the_moment_of_the_interruption_is_released() {
        CallMark mark = CallMark.perAttempt("api", "", PermitRequest.one(), "Client.deposit");
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> OperationCall.claimed(this.claiming, mark)).isInstanceOf(RateLimitException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(this.claims.find("api", "one").join()).isInstanceOf(OperationState.Unclaimed.class);
    }
}
