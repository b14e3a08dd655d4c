package dev.limiter.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class WaiterQueueTests {

    private final WaiterQueue queue = new WaiterQueue();

    private static Waiter waiter(int cost, Priority priority) {
        PermitRequest request = new PermitRequest(cost, priority, null);
        return new Waiter(request, Duration.ofSeconds(1), 0, false, leaving -> {});
    }

    private void add(int cost, Priority priority) {
        this.queue.add(waiter(cost, priority));
    }

    private Waiter added(int cost, Priority priority) {
        Waiter waiter = waiter(cost, priority);
        this.queue.add(waiter);
        return waiter;
    }

    @Test
    void the_first_are_the_most_urgent_and_then_the_earliest() {
        Waiter batch = added(1, Priority.BATCH);
        Waiter normal = added(2, Priority.NORMAL);
        Waiter urgent = added(3, Priority.URGENT);
        Waiter normalToo = added(1, Priority.NORMAL);

        assertThat(this.queue.first(3)).containsExactly(urgent, normal, normalToo);
        assertThat(this.queue.all()).containsExactly(urgent, normal, normalToo, batch);
        assertThat(this.queue.size()).isEqualTo(4);
    }

    @Test
    void a_slot_is_for_the_first_of_its_cost_and_else_for_the_first_that_needs_less() {
        Waiter two = added(2, Priority.NORMAL);
        Waiter one = added(1, Priority.NORMAL);
        Waiter urgentFive = added(5, Priority.URGENT);

        assertThat(this.queue.pollFor(1)).isSameAs(one);
        assertThat(this.queue.pollFor(1)).isNull();
        assertThat(this.queue.pollFor(4)).isSameAs(two);
        assertThat(this.queue.pollFor(6)).isSameAs(urgentFive);
        assertThat(this.queue.isEmpty()).isTrue();
    }

    @Test
    void who_was_never_there_or_has_left_is_not_removed() {
        Waiter first = added(1, Priority.NORMAL);
        Waiter stranger = waiter(1, Priority.NORMAL);

        assertThat(this.queue.remove(stranger)).isFalse();
        assertThat(this.queue.remove(first)).isTrue();
        assertThat(this.queue.remove(first)).isFalse();
        assertThat(this.queue.contains(first)).isFalse();
        assertThat(this.queue.permitsAhead(Priority.BATCH)).isZero();
    }

    @Test
    void who_comes_back_takes_the_place_that_it_had() {
        Waiter first = added(1, Priority.NORMAL);
        Waiter second = added(1, Priority.NORMAL);
        this.queue.remove(first);
        this.queue.add(first);

        assertThat(this.queue.all()).containsExactly(first, second);
    }

    @Test
    void those_ahead_are_those_of_the_same_priority_and_above() {
        add(5, Priority.URGENT);
        add(3, Priority.NORMAL);
        add(2, Priority.BATCH);

        assertThat(this.queue.permitsAhead(Priority.URGENT)).isEqualTo(5);
        assertThat(this.queue.permitsAhead(Priority.NORMAL)).isEqualTo(8);
        assertThat(this.queue.permitsAhead(Priority.BATCH)).isEqualTo(10);
        assertThat(this.queue.smallestCost()).isEqualTo(2);
    }

    @Test
    void nobody_needs_more_than_any_slot_has() {
        assertThat(this.queue.smallestCost()).isEqualTo(Integer.MAX_VALUE);
        assertThat(this.queue.pollFor(Integer.MAX_VALUE)).isNull();
        assertThat(this.queue.first(10)).isEmpty();
    }

    /** Agrees with a list that is sorted each time. */
    @RepeatedTest(20)
    void a_random_history_is_that_of_a_sorted_list(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<Waiter> naive = new ArrayList<>();
        List<Waiter> gone = new ArrayList<>();
        Comparator<Waiter> inOrder =
                Comparator.comparing((Waiter waiter) -> waiter.priority).thenComparing(waiter -> waiter.arrival);
        for (int i = 0; i < 1000; i++) {
            switch (random.nextInt(5)) {
                case 0, 1 -> naive.add(added(1 + random.nextInt(6), Priority.values()[random.nextInt(3)]));
                case 2 -> {
                    if (!naive.isEmpty()) {
                        Waiter leaves = naive.remove(random.nextInt(naive.size()));
                        assertThat(this.queue.remove(leaves)).isTrue();
                        gone.add(leaves);
                    }
                }
                case 3 -> {
                    if (!gone.isEmpty()) {
                        Waiter comesBack = gone.remove(random.nextInt(gone.size()));
                        this.queue.add(comesBack);
                        naive.add(comesBack);
                    }
                }
                default -> {
                    int cost = 1 + random.nextInt(6);
                    Waiter expected = pollFor(cost, naive);
                    assertThat(this.queue.pollFor(cost)).isSameAs(expected);
                    if (expected != null) {
                        gone.add(expected);
                    }
                }
            }
            naive.sort(inOrder);
            assertThat(this.queue.all()).isEqualTo(naive);
            assertThat(this.queue.size()).isEqualTo(naive.size());
            int many = random.nextInt(10);
            assertThat(this.queue.first(many)).isEqualTo(naive.subList(0, Math.min(many, naive.size())));
            if (!naive.isEmpty()) {
                assertThat(this.queue.last()).isSameAs(naive.get(naive.size() - 1));
            }
            assertThat(this.queue.permitsAhead(Priority.BATCH))
                    .isEqualTo(naive.stream().mapToLong(waiter -> waiter.cost).sum());
        }
    }

    private static @Nullable Waiter pollFor(int cost, List<Waiter> naive) {
        Waiter found = naive.stream()
                .filter(waiter -> waiter.cost == cost)
                .findFirst()
                .orElseGet(() -> naive.stream()
                        .filter(waiter -> waiter.cost < cost)
                        .findFirst()
                        .orElse(null));
        naive.remove(found);
        return found;
    }
}
