package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.contour.Contour;
import dev.limiter.gate.GateRegistry;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two processes' gates on one Redis, in real time. */
class SharedLimitTests {

    private final RedisServer server = RedisServer.start(Version.V7_0);

    private final List<RedisBucketStore> stores = List.of(
            new RedisBucketStore(TestLink.settings(this.server)), new RedisBucketStore(TestLink.settings(this.server)));

    private final List<GateRegistry> processes = new ArrayList<>();

    @BeforeEach
    void begin() {
        Await.until("connections", () -> this.stores.stream().allMatch(RedisBucketStore::isConnected));
    }

    private void start(Contour contour) {
        this.stores.forEach(store -> this.processes.add(
                GateRegistry.builder(store).contours(List.of(contour)).build()));
    }

    @AfterEach
    void end() {
        this.processes.forEach(GateRegistry::close);
        this.stores.forEach(RedisBucketStore::close);
        this.server.close();
    }

    @Test
    void waiters_of_two_processes_share_one_bucket() {
        start(Taken.contour("shared", "50/s", 5).build());
        List<Long> granted = Collections.synchronizedList(new ArrayList<>());
        List<CompletableFuture<Permit>> waiting = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            for (GateRegistry process : this.processes) {
                CompletableFuture<Permit> permit = process.limiter("shared").acquireAsync();
                waiting.add(permit.whenComplete((granting, refusal) -> granted.add(System.nanoTime())));
            }
        }
        CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new))
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
        List<Long> sorted = granted.stream().sorted().toList();
        // 60 permits: five at once, and fifty a second; the first may be told a little late
        assertThat(sorted.get(59) - sorted.get(0)).isBetween(1_000_000_000L, 3_000_000_000L);
    }

    @Test
    void a_contour_that_a_person_pauses_in_one_process_stops_in_all_whatever_the_key_and_goes_on_likewise() {
        start(Taken.contour("shared", "50/s", 5).build());
        for (GateRegistry process : this.processes) {
            assertThat(process.limiter("shared", "tenant").tryAcquire(1)).isPresent();
        }
        Taken.await(this.processes.get(0).pause("shared", Duration.ofMinutes(10), "the vendor called"));
        Await.until(
                "the pause there",
                () -> this.processes.get(1).overview().contour("shared").pause() != null);
        for (GateRegistry process : this.processes) {
            assertThat(process.limiter("shared", "tenant").tryAcquire(1)).isEmpty();
            assertThat(process.limiter("shared", "first used now").tryAcquire(1))
                    .isEmpty();
        }
        CompletableFuture<Permit> waits = this.processes
                .get(0)
                .limiter("shared", "tenant")
                .acquireAsync(PermitRequest.one().withMaxWait(Duration.ofHours(1)));
        Taken.await(this.processes.get(1).resume("shared"));

        assertThat(Taken.await(waits)).isNotNull();
        assertThat(this.processes.get(0).overview().contour("shared").pause()).isNull();
    }

    @Test
    void who_does_not_wait_gets_what_there_is() {
        start(Taken.contour("shared", "1/h", 4).build());
        int granted = 0;
        for (int i = 0; i < 8; i++) {
            granted += this.processes.get(i % 2).limiter("shared").tryAcquire(1).isPresent() ? 1 : 0;
        }
        assertThat(granted).isEqualTo(4);
    }
}
