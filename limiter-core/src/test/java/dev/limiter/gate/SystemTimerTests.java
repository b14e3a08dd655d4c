package dev.limiter.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.Ticker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SystemTimerTests {

    private final Ticker ticker = Ticker.system();

    private final SystemTimer timer = new SystemTimer(this.ticker);

    @AfterEach
    void close() {
        this.timer.close();
    }

    @Test
    void a_task_runs_once_and_not_before_its_instant() throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(100);
        List<Long> early = Collections.synchronizedList(new ArrayList<>());
        long now = this.ticker.micros();
        for (int i = 0; i < 100; i++) {
            long at = now + i * 137;
            this.timer.at(at, () -> {
                if (this.ticker.micros() < at) {
                    early.add(at);
                }
                ran.countDown();
            });
        }

        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(early).isEmpty();
    }

    @Test
    void a_cancelled_task_does_not_run_and_one_in_the_past_runs_now() throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        Timer.Alarm cancelled = this.timer.at(this.ticker.micros() + 20_000, () -> order.add("cancelled"));
        cancelled.cancel();
        this.timer.at(Long.MIN_VALUE / 2, () -> order.add("past"));
        this.timer.at(this.ticker.micros() + 40_000, ran::countDown);

        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(order).containsExactly("past");
    }

    @Test
    void a_task_that_throws_does_not_stop_the_others() throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        this.timer.at(0, () -> {
            throw new IllegalStateException("a task");
        });
        this.timer.at(this.ticker.micros() + 1000, ran::countDown);

        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void an_instant_in_a_hundred_years_is_no_overflow_and_a_closed_timer_takes_nothing() {
        this.timer.at(this.ticker.micros() + 100L * 366 * 24 * 3600 * 1_000_000, () -> {});
        this.timer.close();

        assertThat(this.timer.at(0, () -> {})).isSameAs(Timer.Alarm.NONE);
    }
}
