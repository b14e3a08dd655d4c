package dev.limiter.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.LimiterClosedException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class BackoffsTests {

    private final TestGate gate = TestGate.of(TestGate.contour("1/s", 1));

    private final Backoffs backoffs = this.gate.registry.backoffs();

    @Test
    void a_backoff_is_over_when_its_time_has_passed_and_not_before() {
        CompletableFuture<Void> backoff = this.backoffs.begin("c", Duration.ofSeconds(3));

        this.gate.time.advance(Duration.ofSeconds(3).minusNanos(1000));
        assertThat(backoff).isNotDone();
        this.gate.time.advance(Duration.ofNanos(1000));
        assertThat(backoff).isCompleted();
    }

    @Test
    void one_that_is_cancelled_leaves_nothing_on_the_timer() {
        this.backoffs.begin("c", Duration.ofSeconds(3)).cancel(false);

        assertThat(this.gate.time.pending()).isZero();
    }

    @Test
    void p73_closing_the_registry_ends_every_backoff_at_once_and_those_that_begin_later() {
        CompletableFuture<Void> running = this.backoffs.begin("datacite", Duration.ofHours(1));
        this.gate.registry.close();
        CompletableFuture<Void> late = this.backoffs.begin("datacite", Duration.ofHours(1));

        for (CompletableFuture<Void> backoff : List.of(running, late)) {
            assertThatThrownBy(backoff::join)
                    .hasCauseInstanceOf(LimiterClosedException.class)
                    .hasMessageContaining("datacite");
        }
    }
}
