package dev.limiter.spring.client;

import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.limiter.RateLimitException;
import dev.limiter.RepeatsExhaustedException;
import dev.limiter.UnknownContourException;
import dev.limiter.spring.call.LimiterAttributes;
import dev.limiter.spring.client.Stage.Marked;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What callers do: choose a contour, wait, give up, read what was classified, repeat on their own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CallerSuite {

    private static final String[] ONE = {"limits[0].rate=1/h", "limits[0].capacity=1", "max-wait=0s"};

    private final ClientUnderTest client;

    /** By the name of the contour whose hosts they are. */
    private final Map<String, Upstream> upstreams = new LinkedHashMap<>();

    private final List<String> contours = new ArrayList<>();

    private final Upstream stranger = Upstream.answering(Answer.status(502), Answer.ok());

    private LimitedApplication application;

    @SuppressWarnings("NullAway.Init")
    CallerSuite(ClientUnderTest client) {
        this.client = client;
        hosted("api");
        hosted("pay");
        hosted("firewall");
        hosted("slow", "limits[0].rate=1/s", "limits[0].capacity=1", "arrival-jitter=1s");
        hosted("broken-off");
        this.contours.addAll(contour("marked", this.stranger, "hosts="));
        this.contours.addAll(contour("thrice", this.stranger, "hosts=", "retry.max-attempts=3"));
        this.contours.addAll(contour("keyed", this.stranger, "hosts="));
        for (String setting : ONE) {
            this.contours.add("limiter.contours.keyed." + setting);
        }
    }

    private void hosted(String contour, String... settings) {
        Upstream upstream = Upstream.answering(Answer.ok());
        this.upstreams.put(contour, upstream);
        this.contours.addAll(contour(contour, upstream, settings));
    }

    /** Of the cases. */
    abstract List<String> moreProperties();

    ClientUnderTest client() {
        return this.client;
    }

    LimitedApplication application() {
        return this.application;
    }

    @BeforeAll
    void start() {
        List<String> properties = new ArrayList<>(this.contours);
        properties.add("spring.http.clients.read-timeout=2s");
        properties.addAll(this.client.properties());
        properties.addAll(moreProperties());
        List<Class<?>> configurations = new ArrayList<>(this.client.configurations());
        configurations.add(Stage.class);
        this.application = LimitedApplication.start(properties, configurations.toArray(Class<?>[]::new));
    }

    @AfterAll
    void close() {
        this.application.close();
        this.upstreams.values().forEach(Upstream::close);
        this.stranger.close();
    }

    private Upstream upstream(String contour) {
        return Objects.requireNonNull(this.upstreams.get(contour));
    }

    private Outcome send(Ask ask) {
        return Play.outcome(this.application, this.client, ask);
    }

    private Ask get(String contour) {
        return Ask.get(upstream(contour).url());
    }

    /** Listeners may be told a moment later. */
    private void paid(String contour, long permits) {
        await().pollDelay(Duration.ZERO)
                .atMost(Duration.ofSeconds(2))
                .untilAsserted(
                        () -> assertThat(this.application.permits(contour)).isEqualTo(permits));
    }

    @Test
    void a_host_of_no_contour_is_neither_charged_nor_repeated() {
        assertThat(send(Ask.get(this.stranger.url())).words()).isEqualTo("thrown 502");

        assertThat(this.stranger.count()).isEqualTo(1);
    }

    @Test
    void a_marked_method_is_charged_for_what_it_calls() throws Exception {
        try (Upstream unlisted = Upstream.answering(Answer.tooMany("0.05"), Answer.ok())) {
            Outcome outcome = this.application.bean(Marked.class).call("k", () -> send(Ask.post(unlisted.url(), "x")));

            assertThat(outcome.words()).isEqualTo("200");
            assertThat(unlisted.count()).isEqualTo(2);
            paid("marked", 2);
            assertThat(this.application.told().unseen).isEmpty();
        }
    }

    @Test
    void the_requests_own_contour_and_key_go_before_its_host() {
        assumeTrue(this.client.hasAttributes());
        long before = this.application.permits("api");
        Ask keyed = get("api").with(LimiterAttributes.CONTOUR, "keyed");

        assertThat(send(keyed.with(LimiterAttributes.KEY, "a")).words()).isEqualTo("200");
        assertThat(send(keyed.with(LimiterAttributes.KEY, "b")).words()).isEqualTo("200");
        assertThat(send(keyed.with(LimiterAttributes.KEY, "a")).words()).isEqualTo("PermitTimeoutException");

        paid("keyed", 2);
        paid("api", before);
    }

    @Test
    void a_contour_that_nobody_configured_fails_the_call_and_nothing_is_sent() {
        assumeTrue(this.client.hasAttributes());
        int before = upstream("api").count();

        Outcome outcome = send(get("api").with(LimiterAttributes.CONTOUR, "datasite"));

        assertThat(outcome.thrown()).isInstanceOf(UnknownContourException.class);
        assertThat(upstream("api").count()).isEqualTo(before);
    }

    @Test
    void a_refusal_that_means_pay_reaches_the_caller_with_its_whole_body() {
        String body = "pay ".repeat(20_000);
        upstream("pay").answer(Answer.saying(429, body, "Retry-After", "60"), Answer.ok());

        Outcome outcome = send(get("pay"));

        assertThat(outcome.words()).isEqualTo("thrown 429");
        assertThat(outcome.body()).isEqualTo(body);
        assertThat(upstream("pay").count()).isEqualTo(1);
        assertThat(this.application.told().paused).noneMatch(it -> it.startsWith("pay:"));
    }

    @Test
    void a_403_is_a_refusal_where_its_body_says_so_and_the_next_one_is_not() {
        String body = "no ".repeat(20_000);
        upstream("firewall").answer(Answer.saying(403, "too fast " + body), Answer.saying(403, body), Answer.ok());

        Outcome outcome = send(get("firewall"));

        assertThat(outcome.words()).isEqualTo("thrown 403");
        assertThat(outcome.body()).isEqualTo(body);
        assertThat(upstream("firewall").count()).isEqualTo(2);
        assertThat(upstream("firewall").gaps().get(0)).isGreaterThanOrEqualTo(298);
        assertThat(this.application.told().paused)
                .filteredOn(it -> it.startsWith("firewall:"))
                .hasSize(1);
    }

    @Test
    void an_interrupted_caller_sends_nothing_and_its_permit_goes_to_the_next() throws Exception {
        Upstream slow = upstream("slow");
        assertThat(send(get("slow")).words()).isEqualTo("200");
        CompletableFuture<Outcome> given = new CompletableFuture<>();
        AtomicBoolean stayed = new AtomicBoolean();
        Thread impatient = new Thread(() -> {
            Outcome outcome = send(Ask.get(slow.url() + "/impatient"));
            stayed.set(Thread.currentThread().isInterrupted());
            given.complete(outcome);
        });
        impatient.start();
        await().until(() ->
                impatient.getState() == Thread.State.WAITING || impatient.getState() == Thread.State.TIMED_WAITING);
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Outcome> next = new CompletableFuture<>();
        // Not in the common pool, in which some of the libraries work.
        new Thread(() -> {
                    begun.countDown();
                    next.complete(send(Ask.get(slow.url() + "/next")));
                })
                .start();
        begun.await();
        impatient.interrupt();

        Outcome outcome = given.get(10, TimeUnit.SECONDS);
        assertThat(outcome.thrown()).hasStackTraceContaining("InterruptedException");
        assertThat(stayed).isTrue();
        assertThat(next.get(20, TimeUnit.SECONDS).words()).isEqualTo("200");
        assertThat(slow.arrivals()).extracting(Upstream.Arrival::path).containsExactly("/", "/next");
        // One permit for each of the two, and not one more: another would have come two seconds later.
        paid("slow", 2);
    }

    @Test
    void an_interrupt_in_the_middle_of_an_exchange_ends_the_call() throws Exception {
        Upstream server = upstream("broken-off");
        server.answer(Answer.never(), Answer.ok());
        CompletableFuture<Outcome> given = new CompletableFuture<>();
        Thread caller = new Thread(() -> given.complete(send(get("broken-off"))));
        caller.start();
        await().until(() -> server.count() == 1);
        caller.interrupt();

        Outcome outcome = given.get(10, TimeUnit.SECONDS);
        assertThat(outcome.words()).isNotEqualTo("200");
        assertThat(server.count()).isEqualTo(1);
        assertThat(this.application.told().repeated).noneMatch(it -> it.startsWith("broken-off "));
    }

    @Test
    void p94_three_of_ours_inside_three_of_the_callers_are_nine_paid_requests() throws Exception {
        try (Upstream refusing = Upstream.answering(Answer.tooMany("0.05"))) {
            Throwable last = new AssertionError("not called");
            for (int i = 0; i < 3; i++) {
                last = catchThrowable(() -> this.application
                        .bean(Marked.class)
                        .thrice(() -> this.client.send(this.application, Ask.get(refusing.url()))));
            }

            assertThat(this.client.outcomeOf(last).words()).isEqualTo("thrown 429");
            assertThat(refusing.count()).isEqualTo(9);
            paid("thrice", 9);
            assertThat(refusing.gaps()).allMatch(gap -> gap >= 48);
            // By this an outer layer knows better than to go on.
            assertThat(RepeatsExhaustedException.isIn(last)).isTrue();
            assertThat(last).isNotInstanceOf(RateLimitException.class);
        }
    }
}
