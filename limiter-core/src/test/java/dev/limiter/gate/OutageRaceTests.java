package dev.limiter.gate;

import static dev.limiter.gate.TestGate.FOR_EVER;
import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.reduced;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.RateLimitException;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Ticker;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.PausePolicy.Resume;
import dev.limiter.contour.StoreFailurePolicy;
import dev.limiter.contour.StoreFailurePolicy.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** Real threads, while the store goes away and comes back under them: nobody hangs. */
@Timeout(60)
class OutageRaceTests {

    private static final int ROUNDS = 500;

    private final RecordingStore store = new RecordingStore(Ticker.system());

    private final Logger news = (Logger) LoggerFactory.getLogger("dev.limiter.gate");

    @BeforeEach
    void expectNoise() {
        this.news.setLevel(Level.OFF);
    }

    @AfterEach
    void listenAgain() {
        this.news.setLevel(null);
    }

    private static StoreFailurePolicy policy(Kind kind) {
        return (kind == Kind.REDUCED) ? reduced("5000/s", 10) : new StoreFailurePolicy(kind, null);
    }

    private GateRegistry registry(Kind kind) {
        return GateRegistry.builder(this.store)
                .contours(List.of(contour("50000/s", 100)
                        .maxWait(FOR_EVER)
                        .onStoreFailure(policy(kind))
                        .pause(new PausePolicy(
                                Duration.ofMillis(2), Duration.ofSeconds(1), Duration.ofMillis(1), Resume.EMPTY))
                        .build()))
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void a_store_that_flips_under_its_callers_leaves_nobody_waiting(Kind kind) throws Exception {
        try (GateRegistry registry = registry(kind)) {
            List<CompletableFuture<?>> ends = Collections.synchronizedList(new ArrayList<>());
            AtomicInteger working = new AtomicInteger(3);
            Threads.run(4, thread -> {
                RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
                if (thread == 0) {
                    flip(working, random);
                    return;
                }
                for (int i = 0; i < 1500; i++) {
                    ends.add(call(registry.limiter("datacite", "key" + random.nextInt(3)), random));
                }
                working.decrementAndGet();
            });
            this.store.deaf(false);
            this.store.back();

            CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);
        }
    }

    private void flip(AtomicInteger working, RandomGenerator random) {
        while (working.get() > 0) {
            this.store.away(Away.REASON);
            this.store.deaf(random.nextBoolean());
            Thread.onSpinWait();
            this.store.back();
        }
    }

    private static CompletableFuture<?> call(Limiter limiter, RandomGenerator random) {
        int how = random.nextInt(30);
        PermitRequest request =
                (how < 5) ? PermitRequest.one().withMaxWait(Duration.ofMillis(how)) : PermitRequest.one();
        if (how == 6) {
            return limiter.resume().handle((done, failure) -> true);
        }
        CompletableFuture<Permit> asked = limiter.acquireAsync(request);
        CompletionStage<Permit> stage = asked;
        CompletionStage<Boolean> end = stage.handle((permit, failure) -> {
            if (permit != null) {
                finish(permit, how);
                return true;
            }
            assertThat(failure).isInstanceOf(RateLimitException.class);
            return false;
        });
        return end.toCompletableFuture();
    }

    private static void finish(Permit permit, int how) {
        if (how == 7) {
            permit.refused(new Refusal(Scope.CONTOUR, Duration.ofMillis(2), "429"));
        } else if (how == 8) {
            permit.giveBack();
        }
        permit.close();
    }

    /** The failing reply, the news of the return and a caller, at once: in whatever order, the caller is served. */
    @Test
    void a_reply_that_fails_while_the_return_is_told_leaves_nobody_waiting() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (TestGate gate = TestGate.of(contour("10/s", 10).onStoreFailure(StoreFailurePolicy.QUEUE))) {
                gate.store.holdReplies();
                Caller caller = gate.call(TestGate.patient(1));
                gate.store.away(Away.REASON);
                Threads.run(2, thread -> {
                    if (thread == 0) {
                        gate.store.fail(Away.REASON);
                    } else {
                        gate.store.back();
                    }
                });
                gate.store.releaseAll();
                gate.after(100);

                assertThat(caller.isServed()).isTrue();
            }
        }
    }

    /** A gate that is made while a pause of all keys begins to hold knows of it. */
    @Test
    void a_gate_that_is_made_while_a_pause_cannot_be_written_is_held_by_it() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            try (TestGate gate = TestGate.of(contour("10/s", 10).onStoreFailure(StoreFailurePolicy.QUEUE))) {
                Permit refused = gate.call("one").permit();
                gate.store.away(Away.REASON);
                Threads.run(2, thread -> {
                    if (thread == 0) {
                        refused.refused(new Refusal(Scope.CONTOUR, Duration.ofSeconds(30), "429"));
                    } else {
                        gate.call("other");
                    }
                });
                gate.store.holdPauses();
                gate.store.back();
                gate.after(20_000);

                assertThat(gate.limiter("other").tryAcquire(1)).isEmpty();
                assertThat(gate.store.booked()).hasSize(1);
            }
        }
    }

    @Test
    void close_while_the_store_comes_back_leaves_nobody_waiting() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            TestGate gate = TestGate.of(contour("10/s", 10).onStoreFailure(StoreFailurePolicy.QUEUE));
            gate.store.away(Away.REASON);
            List<Caller> callers = gate.call(5, TestGate.patient(1));
            Threads.run(2, thread -> {
                if (thread == 0) {
                    gate.close();
                } else {
                    gate.store.back();
                }
            });

            assertThat(callers).noneMatch(Caller::isWaiting);
        }
    }
}
