package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.OperationState;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.operation.Claim;
import dev.limiter.operation.Claims;
import dev.limiter.operation.InMemoryOperationStore;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.core.ReactiveAdapterRegistry;
import reactor.core.publisher.Mono;

class ReactiveOperationTests {

    private final Claims claims = new Claims(
            new InMemoryOperationStore(),
            List.of(Contour.named("api").limit(Rate.parse("8/s")).build()),
            Runnable::run);

    /** The store answers in the moment in which the caller gives up. */
    private final CompletableFuture<Claim> claiming = new CompletableFuture<>() {

        @Override
        public boolean cancel(boolean mayInterrupt) {
            complete(ReactiveOperationTests.this.claims.claim("api", "one").join());
            return false;
        }
    };

    @Test
    void a_claim_that_comes_in_the_moment_of_the_cancellation_is_released() {
        Mono<?> operation = (Mono<?>) ReactiveOperation.run(
                () -> this.claiming,
                acts -> Mono.error(new AssertionError("nobody wants it")),
                Objects.requireNonNull(
                        ReactiveAdapterRegistry.getSharedInstance().getAdapter(Mono.class)));

        operation.subscribe().dispose();

        assertThat(this.claiming).isCompleted();
        assertThat(this.claims.find("api", "one").join()).isInstanceOf(OperationState.Unclaimed.class);
    }
}
