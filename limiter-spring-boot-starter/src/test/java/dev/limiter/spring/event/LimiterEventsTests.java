package dev.limiter.spring.event;

import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Exhaustion;
import dev.limiter.Limiter;
import dev.limiter.PauseBegun;
import dev.limiter.StoreMode;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.event.LimiterEvent.BudgetExhausted;
import dev.limiter.spring.event.LimiterEvent.LimitsChanged;
import dev.limiter.spring.event.LimiterEvent.PauseBegan;
import dev.limiter.spring.event.LimiterEvent.PauseEnded;
import dev.limiter.spring.event.LimiterEvent.StoreModeChanged;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;

/** What the application is told, on whose thread, and what becomes of the limiter where it is slow to listen. */
@ExtendWith(OutputCaptureExtension.class)
class LimiterEventsTests {

    private static final PauseBegun PAUSE =
            new PauseBegun("datacite", Duration.ofSeconds(2), Duration.ofSeconds(2), false, "429 at A.b", "A.b");

    private final BlockingQueue<Object> published = new LinkedBlockingQueue<>();

    private final AtomicLong nanos = new AtomicLong();

    private LimiterEvents events(ApplicationEventPublisher publisher) {
        return new LimiterEvents(publisher, this.nanos::get);
    }

    private Object next() throws InterruptedException {
        return this.published.poll(20, TimeUnit.SECONDS);
    }

    static class Listener {

        private final BlockingQueue<LimiterEvent> heard = new LinkedBlockingQueue<>();

        private final BlockingQueue<String> threads = new LinkedBlockingQueue<>();

        @EventListener
        void on(LimiterEvent event) {
            this.heard.add(event);
            this.threads.add(Thread.currentThread().getName());
        }

        LimiterEvent next() throws InterruptedException {
            return this.heard.poll(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void an_application_hears_that_limits_were_changed_and_taken_back() throws Exception {
        try (Upstream api = Upstream.answering(Answer.ok());
                LimitedApplication app = LimitedApplication.start(contour("api", api), Listener.class)) {
            Listener listener = app.bean(Listener.class);
            GateRegistry registry = app.bean(GateRegistry.class);
            String configured = registry.limits("api").get(0).toString();
            registry.changeLimits("api", List.of(Limit.of(Rate.parse("7/m"), 3)))
                    .join();
            registry.resetLimits("api").join();

            assertThat(listener.next()).isEqualTo(new LimitsChanged("api", configured, "7/m capacity 3"));
            assertThat(listener.next()).isEqualTo(new LimitsChanged("api", "7/m capacity 3", configured));
        }
    }

    @Test
    void an_application_hears_of_a_pause_of_its_end_and_of_a_spent_budget_on_a_thread_of_the_limiters()
            throws Exception {
        try (Upstream api = Upstream.answering(Answer.ok());
                LimitedApplication app = LimitedApplication.start(
                        contour("api", api, "retry.budget=0%", "retry.max-attempts=10"), Listener.class)) {
            Listener listener = app.bean(Listener.class);
            api.answer(Answer.tooMany("0.02"), Answer.ok());
            app.client(api).get().retrieve().toBodilessEntity().block(Duration.ofSeconds(20));
            assertThat(listener.next()).isInstanceOfSatisfying(PauseBegan.class, pause -> {
                assertThat(pause.contour()).isEqualTo("api");
                assertThat(pause.cause()).isEqualTo("429 at " + api.host());
            });
            assertThat(listener.next()).isEqualTo(new PauseEnded("api", false));

            Limiter limiter = app.bean(GateRegistry.class).limiter("api");
            limiter.pause(Duration.ofHours(1), "by hand").join();
            limiter.resume().join();
            assertThat(listener.next()).isInstanceOf(PauseBegan.class);
            assertThat(listener.next()).isEqualTo(new PauseEnded("api", true));

            api.answer(Answer.status(503));
            app.client(api)
                    .get()
                    .retrieve()
                    .toBodilessEntity()
                    .onErrorComplete()
                    .block(Duration.ofSeconds(20));
            assertThat(listener.next()).isEqualTo(new BudgetExhausted("api"));
            assertThat(listener.threads).containsOnly("limiter-events");
        }
    }

    @Test
    void events_come_in_the_order_in_which_they_happened() throws Exception {
        LimiterEvents events = events(this.published::add);
        List<Object> expected = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            events.storeModeChanged("contour " + i, StoreMode.NORMAL, "");
            expected.add(new StoreModeChanged("contour " + i, StoreMode.NORMAL, ""));
        }

        for (Object event : expected) {
            assertThat(next()).isEqualTo(event);
        }
    }

    @Test
    void a_slow_listener_holds_nobody_and_what_is_too_much_is_dropped_and_said_once(CapturedOutput output)
            throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        LimiterEvents events = events(event -> {
            try {
                slow.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
            this.published.add(event);
        });
        for (int i = 0; i < LimiterEvents.MOST + 50; i++) {
            events.paused(PAUSE);
        }
        assertThat(this.published).isEmpty();
        slow.countDown();
        for (int i = 0; i < LimiterEvents.MOST; i++) {
            assertThat(next()).isEqualTo(new PauseBegan("datacite", Duration.ofSeconds(2), false, "429 at A.b"));
        }
        events.resumed("datacite");

        assertThat(next()).isEqualTo(new PauseEnded("datacite", true));
        assertThat(output.getAll().split("was dropped", -1)).hasSize(2);
    }

    @Test
    void a_listener_that_throws_is_logged_and_the_next_event_comes(CapturedOutput output) throws Exception {
        LimiterEvents events = events(event -> {
            this.published.add(event);
            if (event instanceof PauseBegan) {
                throw new IllegalStateException("no");
            }
        });
        events.paused(PAUSE);
        events.pauseOver("datacite");

        assertThat(next()).isInstanceOf(PauseBegan.class);
        assertThat(next()).isEqualTo(new PauseEnded("datacite", false));
        assertThat(output).contains("or a listener threw");
    }

    @Test
    void a_spent_budget_is_told_once_a_minute_for_each_contour_and_other_ends_are_not() throws Exception {
        LimiterEvents events = events(this.published::add);
        events.exhausted("mail", Exhaustion.ATTEMPTS);
        events.exhausted("datacite", Exhaustion.BUDGET);
        events.exhausted("datacite", Exhaustion.BUDGET);
        events.exhausted("shop", Exhaustion.BUDGET);
        this.nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        events.exhausted("datacite", Exhaustion.BUDGET);

        assertThat(List.of(next(), next(), next()))
                .containsExactly(
                        new BudgetExhausted("datacite"), new BudgetExhausted("shop"), new BudgetExhausted("datacite"));
        assertThat(this.published).isEmpty();
    }

    @Test
    void after_the_end_of_the_application_nothing_is_published() throws Exception {
        LimiterEvents events = events(this.published::add);
        events.paused(PAUSE);
        assertThat(next()).isNotNull();
        events.destroy();
        events.resumed("datacite");

        assertThat(this.published.poll(50, TimeUnit.MILLISECONDS)).isNull();
    }
}
