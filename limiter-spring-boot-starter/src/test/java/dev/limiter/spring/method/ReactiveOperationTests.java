package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.OperationState;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.core.ReactiveAdapterRegistry;
import reactor.core.publisher.Mono;

class ReactiveOperationTests {

    private final LateClaim claiming = new LateClaim();

    @Test
    void a_claim_that_comes_in_the_moment_of_the_cancellation_is_released() {
        Mono<?> operation = (Mono<?>) ReactiveOperation.run(
                () -> this.claiming,
                acts -> Mono.error(new AssertionError("nobody wants it")),
                Objects.requireNonNull(
                        ReactiveAdapterRegistry.getSharedInstance().getAdapter(Mono.class)));

        operation.subscribe().dispose();

        assertThat(this.claiming).isCompleted();
        assertThat(this.claiming.claims.find("api", "one").join()).isInstanceOf(OperationState.Unclaimed.class);
    }
}
