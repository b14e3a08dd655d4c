package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** How many round trips a permit takes, as processes use a store: a registry on a store of its own for each. */
class ScriptCallsTests {

    private final RedisServer server = RedisServer.start(Version.V7_0);

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable each : this.open) {
            each.close();
        }
        this.server.close();
    }

    private Limiter process(String rate, long capacity) {
        Contour contour = Contour.named("calls")
                .limit(Rate.parse(rate), capacity)
                .maxWait(Duration.ofMinutes(1))
                .build();
        RedisBucketStore store = new RedisBucketStore(
                new LettuceConnectionFactory("127.0.0.1", this.server.port()), Duration.ofSeconds(5));
        Await.until("the channel", () -> {
            store.book(Bucket.of(contour, ""), Ask.NOBODY);
            return store.hearsOfPauses("calls");
        });
        GateRegistry registry =
                GateRegistry.builder(store).contours(List.of(contour)).build();
        this.open.add(registry);
        this.open.add(store);
        return registry.limiter("calls");
    }

    private RedisBucketStore store() {
        RedisBucketStore store = new RedisBucketStore(TestLink.settings(this.server), Duration.ofSeconds(10));
        this.open.add(store);
        Await.until("a connection", store::isConnected);
        return store;
    }

    private long calls() {
        return ScriptCacheTests.calls(this.server, "evalsha");
    }

    /** All ask at once; returns the calls for each permit. */
    private double callsForEachPermit(List<Limiter> processes, int each) {
        long before = calls();
        List<CompletableFuture<Void>> served = new ArrayList<>();
        for (int i = 0; i < each; i++) {
            for (Limiter process : processes) {
                served.add(process.acquireAsync(PermitRequest.one()).thenAccept(Permit::close));
            }
        }
        served.forEach(CompletableFuture::join);
        return (calls() - before) / (double) served.size();
    }

    /** The least of three times: a slot that a busy machine is too late for is booked again. */
    private double leastCalls(List<Limiter> processes, int each) {
        double least = Double.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            least = Math.min(least, callsForEachPermit(processes, each));
        }
        return least;
    }

    @Test
    void an_idle_contour_costs_exactly_one_call_a_permit() throws InterruptedException {
        Limiter process = process("1000/s", 1000);
        process.acquire().close();
        long before = calls();
        for (int i = 0; i < 50; i++) {
            process.acquire().close();
        }
        assertThat(calls() - before).isEqualTo(50);
    }

    @Test
    void p61_a_hot_key_costs_no_more_than_a_call_a_permit_and_nobody_is_denied() throws InterruptedException {
        List<Limiter> processes = List.of(process("10000/s", 10_000), process("10000/s", 10_000));
        long before = calls();
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 64; i++) {
            Limiter process = processes.get(i % 2);
            Thread thread = new Thread(() -> {
                try {
                    for (int j = 0; j < 50; j++) {
                        process.acquire().close();
                    }
                } catch (InterruptedException | RuntimeException ex) {
                    failures.add(ex);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
        assertThat(calls() - before).isLessThanOrEqualTo(64 * 50);
    }

    @Test
    void while_one_process_waits_ten_permits_take_a_call() {
        assertThat(leastCalls(List.of(process("100/s", 20)), 200)).isLessThanOrEqualTo(0.1);
    }

    @Test
    void while_four_processes_wait_four_permits_take_a_call() {
        List<Limiter> processes =
                List.of(process("100/s", 20), process("100/s", 20), process("100/s", 20), process("100/s", 20));
        assertThat(leastCalls(processes, 75)).isLessThanOrEqualTo(0.25);
    }

    @Test
    void an_ordinary_call_asks_the_time_reads_both_keys_at_once_and_writes_in_place() {
        RedisBucketStore store = store();
        Bucket bucket = Taken.bucket("ordinary", "1000/s", 1000);
        Taken.slot(store, bucket);
        this.server.ask("CONFIG", "RESETSTAT");
        Taken.slots(store, bucket, 20);
        assertThat(List.of("evalsha", "time", "mget"))
                .allSatisfy(command -> assertThat(ScriptCacheTests.calls(this.server, command))
                        .as(command)
                        .isEqualTo(20));
        // every two minutes the expiry is set anew
        long set = ScriptCacheTests.calls(this.server, "set");
        assertThat(set).isLessThanOrEqualTo(1);
        assertThat(ScriptCacheTests.calls(this.server, "setrange")).isEqualTo(20 - set);
        assertThat(ScriptCacheTests.calls(this.server, "exists")).isZero();
    }

    @Test
    void bookings_of_a_hundred_keys_that_come_at_once_take_four_calls() {
        RedisBucketStore store = store();
        Contour contour = Taken.contour("keys", "1000/s", 1000).build();
        List<Bucket> buckets = IntStream.range(0, 100)
                .mapToObj(i -> Bucket.of(contour, "key-" + i))
                .toList();
        buckets.forEach(bucket -> Taken.slot(store, bucket));
        this.server.ask("CONFIG", "RESETSTAT");

        this.server.ask("CLIENT", "PAUSE", "10000", "WRITE");
        List<CompletionStage<Reply>> replies = buckets.stream()
                .map(bucket -> store.book(bucket, Ask.one(1, store.ticker().micros() + 500_000)))
                .toList();
        long deadlines = store.ticker().micros() + 500_000;
        Await.until("the deadlines", () -> store.ticker().micros() > deadlines);
        this.server.ask("CLIENT", "UNPAUSE");
        replies.forEach(reply ->
                assertThat(Taken.await(reply).answers()).singleElement().isInstanceOf(Slot.class));
        // nobody is late who had to wait for a call; two leave at once; then as many as one call takes, and the rest
        assertThat(calls()).isEqualTo(4);
    }
}
