package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.OperationState;
import dev.limiter.PermitRequest;
import dev.limiter.RateLimitException;
import dev.limiter.spring.call.CallMark;
import org.junit.jupiter.api.Test;

class OperationCallTests {

    private final LateClaim claiming = new LateClaim();

    @Test
    void a_claim_that_comes_in_the_moment_of_the_interruption_is_released() {
        CallMark mark = CallMark.perAttempt("api", "", PermitRequest.one(), "Client.deposit");
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> OperationCall.claimed(this.claiming, mark)).isInstanceOf(RateLimitException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(this.claiming.claims.find("api", "one").join()).isInstanceOf(OperationState.Unclaimed.class);
    }
}
