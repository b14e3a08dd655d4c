package dev.limiter.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.PermitRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class DeadlinesTests {

    private final WaiterQueue queue = new WaiterQueue();

    private final Deadlines deadlines = new Deadlines(this.queue);

    private static Waiter waiter(Duration maxWait) {
        return new Waiter(PermitRequest.one(), maxWait, 0, false, leaving -> {});
    }

    private Waiter added(Duration maxWait) {
        Waiter waiter = waiter(maxWait);
        add(waiter);
        return waiter;
    }

    private void add(Waiter waiter) {
        this.queue.add(waiter);
        this.deadlines.add(waiter);
    }

    @Test
    void who_waits_for_ever_is_never_due() {
        add(waiter(TestGate.FOR_EVER));

        assertThat(this.deadlines.next()).isEqualTo(Instants.FOR_EVER);
        assertThat(this.deadlines.pollDue(Instants.FOR_EVER)).isNull();
    }

    @Test
    void where_nobody_waits_nobody_is_due() {
        this.queue.remove(added(Duration.ofSeconds(1)));

        assertThat(this.deadlines.next()).isEqualTo(Instants.FOR_EVER);
    }

    @Test
    void one_is_due_at_its_deadline_and_not_before() {
        Waiter waiter = added(Duration.ofSeconds(1));

        assertThat(this.deadlines.next()).isEqualTo(1_000_000);
        assertThat(this.deadlines.pollDue(999_999)).isNull();
        assertThat(this.deadlines.pollDue(1_000_000)).isSameAs(waiter);
        assertThat(this.deadlines.pollDue(1_000_000)).isNull();
    }

    /** Whoever has left is no more due, whoever came back is, and the alarm is never late. */
    @RepeatedTest(20)
    void a_random_history_is_that_of_a_list_that_is_searched(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<Waiter> waiting = new ArrayList<>();
        List<Waiter> gone = new ArrayList<>();
        for (long now = 0; now < 2000; now++) {
            long instant = now;
            switch (random.nextInt(5)) {
                case 0, 1 -> waiting.add(added(Duration.ofNanos(1000 * (now + 1 + random.nextInt(300)))));
                case 2, 3 -> {
                    if (!waiting.isEmpty()) {
                        Waiter leaves = waiting.remove(random.nextInt(waiting.size()));
                        this.queue.remove(leaves);
                        gone.add(leaves);
                    }
                }
                default -> {
                    if (!gone.isEmpty()) {
                        Waiter comesBack = gone.remove(random.nextInt(gone.size()));
                        add(comesBack);
                        waiting.add(comesBack);
                    }
                }
            }
            long first = waiting.stream().mapToLong(one -> one.deadline).min().orElse(Instants.FOR_EVER);
            assertThat(this.deadlines.next()).isLessThanOrEqualTo(first);

            List<Waiter> due = new ArrayList<>();
            for (Waiter one = this.deadlines.pollDue(now); one != null; one = this.deadlines.pollDue(now)) {
                assertThat(this.queue.remove(one)).isTrue();
                due.add(one);
            }
            assertThat(due)
                    .containsExactlyInAnyOrderElementsOf(waiting.stream()
                            .filter(one -> one.deadline <= instant)
                            .toList());
            waiting.removeAll(due);
        }
    }
}
