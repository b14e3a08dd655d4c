package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.limiter.Limiter;
import dev.limiter.LimiterListener;
import dev.limiter.PauseBegun;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.RateLimitException;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.WaitReason;
import dev.limiter.test.VirtualClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** How callers and listeners hear of it: once, outside the lock, whatever they do then, and not too late. */
class TellingTests {

    private final VirtualClock time = new VirtualClock();

    private final RecordingStore store = new RecordingStore(this.time);

    private final Queue<Runnable> completions = new ArrayDeque<>();

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.limiter.gate");

    @BeforeEach
    void expectNoise() {
        this.logger.setLevel(Level.OFF);
    }

    @AfterEach
    void listenAgain() {
        this.logger.setLevel(null);
    }

    private GateRegistryBuilder registry(String rate, long capacity) {
        return this.time
                .registry(this.store)
                .contours(List.of(contour(rate, capacity).build()));
    }

    /** A registry whose callers are told only when the test runs the completions. */
    private GateRegistry slowToTell(String rate, long capacity) {
        return registry(rate, capacity).completions(this.completions::add).build();
    }

    private void tell() {
        for (int i = this.completions.size(); i > 0; i--) {
            this.completions.remove().run();
        }
    }

    private Caller call(GateRegistry registry) {
        return new Caller(this.time, registry.limiter("datacite"), patient(Priority.NORMAL));
    }

    @Test
    void whoever_is_served_at_once_is_told_on_its_own_thread() {
        try (GateRegistry registry = slowToTell("1/s", 1)) {
            assertThat(call(registry).isServed()).isTrue();
            assertThat(this.completions).isEmpty();
        }
    }

    @Test
    void whoever_had_to_wait_is_told_by_the_executor() {
        try (GateRegistry registry = slowToTell("1/s", 1)) {
            call(registry);
            Caller waits = call(registry);
            this.time.advance(Duration.ofSeconds(1));
            assertThat(waits.isWaiting()).isTrue();
            tell();

            assertThat(waits.isServed()).isTrue();
        }
    }

    @Test
    void an_executor_that_takes_nothing_more_leaves_nobody_untold() {
        try (GateRegistry registry = registry("1/s", 1)
                .completions(task -> {
                    throw new RejectedExecutionException("shut down");
                })
                .build()) {
            call(registry);
            List<Caller> callers = List.of(call(registry), call(registry));
            this.time.advance(Duration.ofSeconds(2));

            assertThat(callers).allMatch(Caller::isServed);
        }
    }

    @Test
    void an_executor_that_takes_no_more_in_the_middle_leaves_nobody_untold() {
        Queue<Runnable> taken = new ArrayDeque<>();
        try (GateRegistry registry = registry("1000/s", 1000)
                .completions(task -> {
                    if (taken.size() == 3) {
                        throw new RejectedExecutionException("full");
                    }
                    taken.add(task);
                })
                .build()) {
            List<Caller> callers = callWhileTheStoreIsAsked(registry, 50);
            taken.forEach(Runnable::run);

            assertThat(callers).allMatch(Caller::isServed);
        }
    }

    @Test
    void many_who_are_served_at_once_are_told_by_fewer_tasks() {
        try (GateRegistry registry = slowToTell("1000/s", 1000)) {
            List<Caller> callers = callWhileTheStoreIsAsked(registry, 400);
            assertThat(this.completions).hasSizeBetween(32, 100);
            tell();

            assertThat(callers).allMatch(Caller::isServed);
        }
    }

    @Test
    void a_slow_caller_delays_nobody_while_another_task_runs() {
        try (GateRegistry registry = slowToTell("1000/s", 1000)) {
            List<Caller> callers = callWhileTheStoreIsAsked(registry, 400);
            List<Long> toldMeanwhile = new ArrayList<>();
            callers.get(1).whenServed(permit -> {
                this.completions.remove().run();
                toldMeanwhile.add(callers.stream().filter(Caller::isServed).count());
            });
            this.completions.remove().run();

            assertThat(toldMeanwhile).containsExactly(400L);
        }
    }

    /** The first one is served by a call of its own; the others, by the next. */
    private List<Caller> callWhileTheStoreIsAsked(GateRegistry registry, int many) {
        this.store.holdReplies();
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            callers.add(call(registry));
        }
        this.store.release();
        tell();
        this.store.release();
        return callers;
    }

    @Test
    void an_executor_that_throws_after_it_ran_the_task_does_not_give_the_permit_away_twice() {
        try (GateRegistry registry = registry("1/s", 1)
                .completions(task -> {
                    task.run();
                    throw new IllegalStateException("after all");
                })
                .build()) {
            call(registry);
            List<Caller> callers = List.of(call(registry), call(registry));
            this.time.advance(Duration.ofSeconds(1));

            assertThat(callers).extracting(Caller::isServed).containsExactly(true, false);
            assertThat(this.store.givenBack()).isEmpty();
        }
    }

    @Test
    void a_listener_that_throws_harms_nobody() {
        LimiterListener bad = new LimiterListener() {
            @Override
            public void granted(String contour, Duration waited, WaitReason reason) {
                throw new IllegalStateException("no meter");
            }

            @Override
            public void denied(String contour, Duration waited, RateLimitException exception) {
                throw new AssertionError("no meter");
            }

            @Override
            public void paused(PauseBegun pause) {
                throw new IllegalStateException("no meter");
            }
        };
        try (GateRegistry registry = registry("1/s", 1).listener(bad).build()) {
            Limiter limiter = registry.limiter("datacite");
            Permit permit = call(registry).permit();
            Caller waits = call(registry);
            assertThat(limiter.acquireAsync(PermitRequest.of(2))).isCompletedExceptionally();
            permit.refused(new Refusal(Scope.KEY, Duration.ofSeconds(1), "429"));
            this.time.advance(Duration.ofSeconds(5));

            assertThat(waits.isServed()).isTrue();
        }
    }

    @Test
    void a_store_that_throws_when_slots_are_given_back_harms_nobody() {
        try (GateRegistry registry = registry("1/s", 1).build()) {
            Permit permit = call(registry).permit();
            this.store.throwAlways(new IllegalStateException("not connected"));
            permit.giveBack();
            this.store.throwAlways(null);
            this.time.advance(Duration.ofSeconds(1));

            assertThat(call(registry).isServed()).isTrue();
        }
    }

    @Test
    void callers_may_ask_give_back_close_and_pause_from_where_they_are_told() {
        try (GateRegistry registry = registry("10/s", 1).build()) {
            List<Long> served = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                call(registry).whenServed(permit -> {
                    served.add(this.time.passed().toMillis());
                    permit.close();
                    call(registry).whenServed(Permit::giveBack);
                    if (served.size() == 5) {
                        registry.limiter("datacite")
                                .pause(Duration.ofSeconds(1), "from a callback")
                                .join();
                    }
                });
            }
            this.time.advance(Duration.ofSeconds(10));

            assertThat(served).hasSize(10).isSorted();
        }
    }

    @Test
    void each_caller_is_told_of_exactly_once() {
        try (TestGate gate = TestGate.of(contour("10/s", 2).maxWaiting(5))) {
            List<Caller> callers = new ArrayList<>(gate.call(9, PermitRequest.one()));
            callers.get(4).giveUp();
            callers.add(gate.call(PermitRequest.of(3)));
            callers.add(gate.call(PermitRequest.one().withMaxWait(Duration.ofMillis(1))));
            gate.after(200);
            gate.registry.close();

            assertThat(gate.listener.events()).hasSize(callers.size());
            assertThat(gate.listener.events("granted"))
                    .containsExactly(
                            "granted datacite after 0ms STORE",
                            "granted datacite after 0ms STORE",
                            "granted datacite after 100ms RATE",
                            "granted datacite after 200ms RATE");
            assertThat(gate.listener.events("abandoned")).hasSize(1);
        }
    }
}
