package dev.limiter.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class InMemoryOperationStoreTests extends OperationStoreContract {

    private static final Duration DAY = Duration.ofHours(24);

    private final TestClock clock = new TestClock();

    private final InMemoryOperationStore store = new InMemoryOperationStore(this.clock::nanoTime, this.clock);

    @Override
    protected OperationStore store() {
        return this.store;
    }

    /** There is only one process. */
    @Override
    protected OperationStore another() {
        return this.store;
    }

    @Override
    protected void pass(Duration time) {
        this.clock.pass(time);
    }

    @Override
    protected Instant now() {
        return this.clock.instant();
    }

    @Override
    protected Duration slack() {
        return Duration.ZERO;
    }

    private boolean claim(String id, Duration ttl) {
        return this.store
                .claim("shop", id, "somebody " + this.clock.nanoTime(), ttl)
                .toCompletableFuture()
                .join()
                .claimed();
    }

    @Test
    void a_claim_holds_to_its_last_nanosecond() {
        assertThat(claim("order-1", DAY)).isTrue();
        this.clock.pass(DAY.minusNanos(1));
        assertThat(claim("order-1", DAY)).isFalse();
        this.clock.pass(Duration.ofNanos(1));
        assertThat(claim("order-1", DAY)).isTrue();
    }

    @Test
    void setting_the_wall_clock_ends_no_claim_and_prolongs_none() {
        assertThat(claim("order-1", DAY)).isTrue();
        this.clock.step(Duration.ofDays(2));
        this.clock.pass(Duration.ofHours(23));
        assertThat(claim("order-1", DAY)).isFalse();
        this.clock.step(Duration.ofDays(-9));
        this.clock.pass(Duration.ofHours(1));
        assertThat(claim("order-1", DAY)).isTrue();
    }

    @Test
    void what_is_over_leaves_whatever_is_called_next() {
        for (int i = 0; i < 1_000; i++) {
            claim("order-" + i, (i % 10 == 0) ? DAY : Duration.ofHours(1));
        }
        assertThat(this.store.size()).isEqualTo(1_000);
        this.clock.pass(Duration.ofHours(1));
        assertThat(this.store.size()).isEqualTo(100);
        this.clock.pass(DAY);
        assertThat(this.store.size()).isZero();
    }

    @Test
    void what_was_released_or_done_again_is_held_no_longer() {
        for (int i = 0; i < 1_000; i++) {
            claim("order-1", DAY);
            this.store.done("shop", "order-1", DAY);
            this.store.done("shop", "order-2", DAY);
            this.store.release("shop", "order-1");
        }
        assertThat(this.store.size()).isEqualTo(1);
    }
}
