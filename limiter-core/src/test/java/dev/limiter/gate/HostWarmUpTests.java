package dev.limiter.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.gate.HostWarmUp.Turn;
import dev.limiter.test.VirtualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** "The gate", 7: the first request to a host goes alone. */
class HostWarmUpTests {

    private static final String HOST = "api.datacite.org:443";

    private final TestGate gate = TestGate.of(TestGate.contour("1/s", 1));

    private final HostWarmUp warmUp = this.gate.registry.hostWarmUp();

    private CompletableFuture<Turn> enter() {
        return this.warmUp.enter(HOST);
    }

    private void firstGoes() {
        assertThat(goes(enter())).isTrue();
    }

    private List<CompletableFuture<Turn>> enter(int many) {
        List<CompletableFuture<Turn>> entered = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            entered.add(enter());
        }
        return entered;
    }

    private static boolean goes(CompletableFuture<Turn> entered) {
        return entered.isDone() && !entered.isCompletedExceptionally();
    }

    @Test
    void the_first_goes_alone_and_the_others_when_it_has_been_answered() {
        CompletableFuture<Turn> first = enter();
        List<CompletableFuture<Turn>> others = enter(100);
        assertThat(goes(first)).isTrue();
        assertThat(others).noneMatch(HostWarmUpTests::goes);
        first.join().answered();

        assertThat(others).allMatch(HostWarmUpTests::goes);
        assertThat(enter(10)).allMatch(HostWarmUpTests::goes);
        assertThat(this.gate.time.pending()).isZero();
    }

    @Test
    void hosts_do_not_wait_for_each_other() {
        firstGoes();

        assertThat(goes(this.warmUp.enter("api.zenodo.org:443"))).isTrue();
    }

    @Test
    void where_the_first_one_fails_the_next_one_is_first() {
        CompletableFuture<Turn> first = enter();
        List<CompletableFuture<Turn>> others = enter(3);
        others.get(0).cancel(false);
        first.join().failed();
        first.join().failed();

        assertThat(others).extracting(HostWarmUpTests::goes).containsExactly(false, true, false);
        others.get(1).join().failed();
        others.get(2).join().answered();
        assertThat(goes(enter())).isTrue();
    }

    @Test
    void where_nobody_follows_one_that_failed_the_next_to_come_is_first() {
        enter().join().failed();

        assertThat(goes(enter())).isTrue();
        assertThat(goes(enter())).isFalse();
    }

    @Test
    void nobody_waits_longer_than_five_seconds() {
        firstGoes();
        List<CompletableFuture<Turn>> early = enter(3);
        this.gate.after(1000);
        CompletableFuture<Turn> late = enter();
        this.gate.after(3999);
        assertThat(early).noneMatch(HostWarmUpTests::goes);
        this.gate.after(1);
        assertThat(early).allMatch(HostWarmUpTests::goes);
        assertThat(goes(late)).isFalse();
    }

    @Test
    void one_that_waited_long_enough_warms_the_host_as_well_so_that_a_lost_turn_does_not_slow_it_for_ever() {
        firstGoes();
        CompletableFuture<Turn> second = enter();
        this.gate.after(5000);
        CompletableFuture<Turn> third = enter();
        second.join().answered();

        assertThat(goes(third)).isTrue();
        assertThat(goes(enter())).isTrue();
    }

    @Test
    void one_that_waited_long_enough_and_failed_makes_nobody_first() {
        firstGoes();
        CompletableFuture<Turn> second = enter();
        this.gate.after(5000);
        CompletableFuture<Turn> third = enter();
        second.join().failed();

        assertThat(goes(third)).isFalse();
        assertThat(goes(enter())).isFalse();
    }

    @Test
    void whoever_gives_up_is_forgotten() {
        firstGoes();
        enter(100).forEach(follower -> follower.cancel(true));

        assertThat(this.gate.time.pending()).isZero();
    }

    @Test
    void followers_are_told_by_the_executor_and_not_by_whoever_was_answered() {
        Queue<Runnable> completions = new ArrayDeque<>();
        VirtualClock time = new VirtualClock();
        try (GateRegistry registry = time.registry(new RecordingStore(time))
                .completions(completions::add)
                .build()) {
            CompletableFuture<Turn> first = registry.hostWarmUp().enter(HOST);
            CompletableFuture<Turn> second = registry.hostWarmUp().enter(HOST);
            CompletableFuture<Turn> third = registry.hostWarmUp().enter(HOST);
            first.join().failed();
            assertThat(goes(second)).isFalse();
            second.cancel(true);
            completions.remove().run();
            completions.remove().run();
            assertThat(goes(third)).isTrue();

            CompletableFuture<Turn> fourth = registry.hostWarmUp().enter(HOST);
            time.advance(Duration.ofSeconds(5));
            assertThat(goes(fourth)).isFalse();
            completions.remove().run();
            assertThat(goes(fourth)).isTrue();
        }
    }

    @Test
    void when_the_registry_closes_everybody_goes_on_to_be_told_by_the_limiter() {
        firstGoes();
        List<CompletableFuture<Turn>> others = enter(3);
        this.gate.registry.close();

        assertThat(others).allMatch(HostWarmUpTests::goes);
        assertThat(enter(3)).allMatch(HostWarmUpTests::goes);
    }
}
