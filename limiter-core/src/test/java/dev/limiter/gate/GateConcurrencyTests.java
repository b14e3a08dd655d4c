package dev.limiter.gate;

import static dev.limiter.gate.TestGate.FOR_EVER;
import static dev.limiter.gate.TestGate.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.RateLimitException;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.bucket.Ticker;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.PausePolicy.Resume;
import dev.limiter.test.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real threads on a real clock: nobody hangs, and no slot and no place is lost. */
@Timeout(60)
class GateConcurrencyTests {

    private static final int CAP = 50;

    private final RecordingStore store = new RecordingStore(Ticker.system());

    private final RecordingListener listener = new RecordingListener();

    private final AtomicInteger used = new AtomicInteger();

    private GateRegistry registry(String rate, long capacity, int concurrency) {
        return GateRegistry.builder(this.store)
                .contours(List.of(contour(rate, capacity)
                        .maxWait(FOR_EVER)
                        .maxWaiting(20_000)
                        .concurrency(concurrency)
                        .pause(new PausePolicy(
                                Duration.ofMillis(2), Duration.ofSeconds(1), Duration.ofMillis(1), Resume.EMPTY))
                        .build()))
                .listener(this.listener)
                .build();
    }

    @ParameterizedTest
    @ValueSource(ints = {CAP, Integer.MAX_VALUE})
    void ten_thousand_waiters_with_30_percent_cancellations_all_come_to_an_end(int concurrency) throws Exception {
        try (GateRegistry registry = registry("20000/s", 100, concurrency)) {
            Limiter limiter = registry.limiter("datacite");
            List<CompletableFuture<?>> ends = Collections.synchronizedList(new ArrayList<>());
            Threads.run(4, thread -> {
                RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
                List<CompletableFuture<Permit>> mine = new ArrayList<>();
                for (int i = 0; i < 2500; i++) {
                    PermitRequest request = PermitRequest.one().withPriority(Priority.values()[random.nextInt(3)]);
                    CompletableFuture<Permit> asked = limiter.acquireAsync(request);
                    mine.add(asked);
                    boolean givesBack = random.nextInt(10) == 0;
                    ends.add(asked.handle((permit, failure) -> end(permit, givesBack)));
                    if (random.nextInt(10) < 3) {
                        mine.get(random.nextInt(mine.size())).cancel(false);
                    }
                }
            });
            CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).get(30, TimeUnit.SECONDS);

            awaitEvents(10_000);
            int granted = this.listener.events("granted").size();
            assertThat(granted + this.listener.events("abandoned").size()).isEqualTo(10_000);
            assertEverySlotAccountedFor(limiter);
            assertEveryPlaceIsFree(limiter, Math.min(concurrency, 60));
        }
    }

    private boolean end(Permit permit, boolean givesBack) {
        if (permit != null && givesBack) {
            permit.giveBack();
        } else if (permit != null) {
            this.used.incrementAndGet();
            permit.close();
        }
        return true;
    }

    /** A caller is told just before the listener is. */
    private void awaitEvents(int many) {
        Threads.await(() -> this.listener.events().size() >= many);
    }

    private void assertEverySlotAccountedFor(Limiter limiter) {
        // Whoever comes now takes or returns what was still held.
        limiter.tryAcquire(1).ifPresent(permit -> end(permit, false));
        Threads.await(() -> this.store.booked().size()
                == this.used.get() + this.store.givenBack().size());
        assertThat(this.store.booked())
                .hasSize(this.used.get() + this.store.givenBack().size());
    }

    private void assertEveryPlaceIsFree(Limiter limiter, int places) throws InterruptedException {
        List<Permit> permits = new ArrayList<>();
        for (int i = 0; i < places; i++) {
            permits.add(limiter.acquire());
        }
        if (places == CAP) {
            assertThat(limiter.tryAcquire(1)).isEmpty();
        }
        permits.forEach(Permit::close);
    }

    @Test
    void blocked_threads_are_all_served_at_the_rate() throws Exception {
        try (GateRegistry registry = registry("5000/s", 1, Integer.MAX_VALUE)) {
            Limiter limiter = registry.limiter("datacite");
            long since = System.nanoTime();
            Threads.run(20, thread -> {
                for (int i = 0; i < 100; i++) {
                    Permit permit = limiter.acquire();
                    this.used.incrementAndGet();
                    permit.close();
                }
            });
            double seconds = (System.nanoTime() - since) / 1e9;

            assertThat(this.used).hasValue(2000);
            assertThat(2000).isLessThanOrEqualTo((int) (1 + 5000 * seconds));
        }
    }

    /** Nothing that happens at once with anything else leaves a caller waiting, or an exception that is not ours. */
    @Test
    void pause_resume_acquire_refuse_and_close_at_once_leave_nobody_waiting() throws Exception {
        for (int round = 0; round < 8; round++) {
            GateRegistry registry = registry("100000/s", 100, CAP);
            List<CompletableFuture<Permit>> asked = Collections.synchronizedList(new ArrayList<>());
            Threads.run(5, thread -> {
                RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
                for (int i = 0; i < 300; i++) {
                    act(registry, random, asked);
                }
                if (thread == 0) {
                    registry.close();
                }
            });
            for (CompletableFuture<Permit> future : asked) {
                assertThat(future.handle((permit, failure) -> failure).get(10, TimeUnit.SECONDS))
                        .satisfiesAnyOf(
                                failure -> assertThat(failure).isNull(),
                                failure -> assertThat(failure).isInstanceOf(RateLimitException.class),
                                failure -> assertThat(failure).isInstanceOf(CancellationException.class));
            }
        }
    }

    private static void act(GateRegistry registry, RandomGenerator random, List<CompletableFuture<Permit>> asked) {
        Limiter limiter = registry.limiter("datacite", (random.nextBoolean()) ? "one" : "other");
        Scope scope = random.nextBoolean() ? Scope.KEY : Scope.CONTOUR;
        switch (random.nextInt(8)) {
            case 0 ->
                limiter.pause(Duration.ofMillis(1 + random.nextInt(3)), "by hand")
                        .join();
            case 1 -> limiter.resume().join();
            case 2 -> {
                if (!asked.isEmpty()) {
                    asked.get(random.nextInt(asked.size())).cancel(false);
                }
            }
            default -> {
                CompletableFuture<Permit> future = limiter.acquireAsync();
                asked.add(future);
                int how = random.nextInt(20);
                CompletionStage<Permit> stage = future;
                stage.thenAccept(permit -> finish(permit, how, scope));
            }
        }
    }

    private static void finish(Permit permit, int how, Scope scope) {
        if (how == 0) {
            permit.refused(new Refusal(scope, Duration.ofMillis(2), "429"));
        } else if (how < 3) {
            permit.giveBack();
        } else {
            permit.succeeded();
        }
        permit.close();
    }

    @Test
    void gates_of_one_key_come_and_go_while_it_is_used() throws Exception {
        VirtualClock time = new VirtualClock();
        InMemoryBucketStore ownStore = new InMemoryBucketStore(time);
        try (GateRegistry registry = time.registry(ownStore)
                .contours(List.of(contour("1000/s", 3).build()))
                .build()) {
            Limiter limiter = registry.limiter("datacite", "key");
            AtomicInteger working = new AtomicInteger(3);
            Threads.run(4, thread -> {
                if (thread == 0) {
                    while (working.get() > 0) {
                        time.advance(Duration.ofMillis(500));
                    }
                    return;
                }
                for (int i = 0; i < 3000; i++) {
                    IntStream.range(0, 2).forEach(many -> limiter.tryAcquire(1).ifPresent(Permit::close));
                }
                working.decrementAndGet();
            });
            time.advance(Duration.ofSeconds(10));

            assertThat(registry.size()).isZero();
            assertThat(ownStore.size()).isZero();
        }
    }
}
