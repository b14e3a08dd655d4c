package dev.limiter.spring.webclient;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.limiter.LimiterListener;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import dev.limiter.http.ResponseClassifier;
import dev.limiter.spring.call.Traffic;
import dev.limiter.spring.call.WaitWatch;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.mock.http.client.reactive.MockClientHttpRequest;
import org.springframework.mock.http.client.reactive.MockClientHttpResponse;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;

/**
 * What the limiter adds to an exchange that does not wait, over a connector that answers at once. Nothing is timed: bytes
 * and steps are the same on every machine.
 */
class ExchangeCostTests {

    private static final URI PLACE = URI.create("http://api.example.org/records/1");

    private static final int PLENTY = 100_000_000;

    private static final int EXCHANGES = 5_000;

    private static final long MOST_ADDED = 2_400;

    private static final int MOST_TRIES = 20;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final GateRegistry registry = GateRegistry.builder(new InMemoryBucketStore())
            .contours(List.of(Contour.named("api")
                    .hosts(List.of("api.example.org"))
                    .limit(new Rate(PLENTY, Duration.ofSeconds(1)), PLENTY)
                    .build()))
            .build();

    private final Traffic traffic =
            new Traffic(this.registry, name -> ResponseClassifier.standard(), new LimiterListener() {}, WaitWatch.NONE);

    private final WebClient plain =
            WebClient.builder().clientConnector(answeringAtOnce()).build();

    private final WebClient limited = new WebClientLimits(() -> this.traffic).limit(this.plain);

    private static ClientHttpConnector answeringAtOnce() {
        return (method, uri, request) -> request.apply(new MockClientHttpRequest(method, uri))
                .then(Mono.fromSupplier(() -> new MockClientHttpResponse(HttpStatus.OK)));
    }

    private static void exchange(WebClient client, HttpMethod method) {
        client.method(method).uri(PLACE).retrieve().toBodilessEntity().block();
    }

    @BeforeEach
    void warm_the_host() {
        exchange(this.limited, HttpMethod.GET);
    }

    @AfterEach
    void close() {
        this.registry.close();
    }

    /**
     * The permit is the gate's, and has a guard of its own. Measured were 2,173 bytes; the bound leaves a tenth for other JVMs, so
     * that what is found is a copy of the request or a response that is made anew, at 700 bytes each.
     */
    @Test
    void an_exchange_that_does_not_wait_leaves_little_garbage_beside_its_permit() {
        long added = Long.MAX_VALUE;
        // until the JVM has compiled both as well as it can
        for (int i = 0; i < MOST_TRIES && added > MOST_ADDED; i++) {
            added = bytesOf(() -> exchange(this.limited, HttpMethod.GET))
                    - bytesOf(() -> exchange(this.plain, HttpMethod.GET))
                    - bytesOf(this::permit);
        }
        assertThat(added).isLessThanOrEqualTo(MOST_ADDED);
    }

    private void permit() {
        try (Permit permit =
                this.registry.limiter("api").acquireAsync(PermitRequest.one()).join()) {
            permit.succeeded();
        }
    }

    /** The least of a few rounds: the JVM may be at work on the code in between, which adds and never takes away. */
    private static long bytesOf(Runnable once) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < EXCHANGES; i++) {
                once.run();
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least / EXCHANGES;
    }

    /** Each one is a subscriber more, through which every signal of the exchange passes. */
    @Test
    void an_exchange_that_does_not_wait_takes_as_few_reactive_steps_as_it_can() {
        assertThat(stepsOf(this.limited) - stepsOf(this.plain)).isEqualTo(14);
    }

    private static int stepsOf(WebClient client) {
        AtomicInteger steps = new AtomicInteger();
        Thread here = Thread.currentThread();
        Hooks.onEachOperator("steps", step -> {
            if (Thread.currentThread() == here) {
                steps.incrementAndGet();
            }
            return step;
        });
        try {
            exchange(client, HttpMethod.GET);
        } finally {
            Hooks.resetOnEachOperator("steps");
        }
        return steps.get();
    }
}
