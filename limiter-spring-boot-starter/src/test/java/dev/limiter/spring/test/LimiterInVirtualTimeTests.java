package dev.limiter.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.limiter.OperationInFlightException;
import dev.limiter.OperationState;
import dev.limiter.Operations;
import dev.limiter.StoreUnavailableException;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.autoconfigure.ClientLimiterAutoConfiguration;
import dev.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import dev.limiter.spring.test.DepositApplication.BlockingDepositClient;
import dev.limiter.test.ManualStore;
import dev.limiter.test.VirtualClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Import;

@SpringBootTest(
        webEnvironment = WebEnvironment.NONE,
        properties = {
            "limiter.store=redis",
            "limiter.contours.datacite.limits[0].rate=1/h",
            "limiter.contours.datacite.limits[0].capacity=1",
            "limiter.contours.datacite.max-wait=2h",
            "limiter.contours.datacite.operation-ttl=10d"
        })
@LimiterInVirtualTime
@Import(DepositClientTests.Datacite.class)
class LimiterInVirtualTimeTests {

    private static final Duration LONG = Duration.ofSeconds(10);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(LimiterAutoConfiguration.class, ClientLimiterAutoConfiguration.class))
            .withPropertyValues("limiter.contours.datacite.quota=3000/5m");

    @Autowired
    private BlockingDepositClient client;

    @Autowired
    private FakeApi api;

    @Autowired
    private VirtualClock clock;

    @Autowired
    private ManualStore store;

    @Autowired
    private GateRegistry registry;

    @Autowired
    private Operations operations;

    @LimiterInVirtualTime
    static class Marked {}

    /** The application is shared: each test finds a full bucket, and an API that has seen nothing. */
    @BeforeEach
    void start() {
        this.store.count();
        this.clock.advance(Duration.ofHours(1));
        this.api.reset();
    }

    private CompletableFuture<Void> deposit(String id) {
        return CompletableFuture.runAsync(() -> this.client.deposit(id));
    }

    @Test
    void a_method_that_blocks_waits_for_its_permit_until_the_clock_comes_there() {
        Duration start = this.clock.passed();
        this.client.deposit("first");
        CompletableFuture<Void> second = deposit("second");
        this.clock.awaitWaiting(this.registry, "datacite", 1);
        assertThat(this.api.requests()).extracting(FakeApi.Request::body).containsExactly("first");

        this.clock.advance(Duration.ofHours(1));
        assertThat(second).succeedsWithin(LONG);
        assertThat(this.api.arrivals().instants()).containsExactly(start, start.plusHours(1));
    }

    @Test
    void what_is_in_flight_is_so_until_its_time_is_over_by_the_clock() {
        this.api.answer(request -> FakeApi.Answer.status(500));
        assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> this.client.deposit("unknown"));
        this.api.answer(request -> FakeApi.Answer.status(201));
        this.clock.advance(Duration.ofDays(9));
        assertThatExceptionOfType(OperationInFlightException.class).isThrownBy(() -> this.client.deposit("unknown"));

        this.clock.advance(Duration.ofDays(1));
        assertThat(this.operations.find("datacite", "unknown").toCompletableFuture())
                .succeedsWithin(LONG)
                .isInstanceOf(OperationState.Unclaimed.class);
        this.client.deposit("unknown");
        assertThat(this.api.requests()).hasSize(2);
    }

    @Test
    void a_store_that_goes_away_denies_the_method_and_nothing_is_sent() {
        this.store.goAway("datacite");
        assertThatExceptionOfType(StoreUnavailableException.class).isThrownBy(() -> this.client.deposit("denied"));

        this.store.comeBack("datacite");
        this.client.deposit("sent");
        assertThat(this.api.requests()).extracting(FakeApi.Request::body).containsExactly("sent");
    }

    @Test
    void the_store_is_the_manual_one_whatever_the_properties_say() {
        assertThat(this.registry.contours()).containsExactly("datacite");
        this.runner
                .withPropertyValues("limiter.store=redis")
                .withUserConfiguration(Marked.class)
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(ManualStore.class)
                        .hasSingleBean(BucketStore.class));
    }

    @Test
    void a_store_of_the_applications_own_is_passed_over() {
        this.runner
                .withUserConfiguration(Marked.class)
                .withBean("own", BucketStore.class, InMemoryBucketStore::new)
                .run(context -> {
                    context.getBean(GateRegistry.class)
                            .limiter("datacite")
                            .acquire()
                            .close();
                    assertThat(context.getBean(ManualStore.class).asked()).isEqualTo(1);
                });
    }

    @Test
    void an_application_that_is_no_test_needs_nothing_of_this() {
        this.runner
                .withPropertyValues("limiter.store=memory")
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.test",
                        "org.junit",
                        "com.sun.net.httpserver",
                        "dev.limiter.test",
                        "dev.limiter.spring.test"))
                .run(context -> {
                    assertThat(context).hasNotFailed().doesNotHaveBean(VirtualClock.class);
                    context.getBean(GateRegistry.class)
                            .limiter("datacite")
                            .acquire()
                            .close();
                });
    }
}
