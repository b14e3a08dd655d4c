package dev.limiter.gate;

import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.limiter.Permit;
import dev.limiter.Priority;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.contour.Contour;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.PausePolicy.Resume;
import dev.limiter.contour.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What a pause stops, and what it leaves alone; and who is told of it. */
class PauseScopeTests {

    private static ContourBuilder named(String name) {
        return Contour.named(name)
                .limit(Rate.parse("100/s"), 10)
                .arrivalJitter(Duration.ZERO)
                .pause(new PausePolicy(Duration.ofSeconds(5), Duration.ofHours(24), Duration.ZERO, Resume.REFILL));
    }

    private static Refusal refusal(Scope scope, long seconds) {
        return new Refusal(scope, Duration.ofSeconds(seconds), "429 at RecordClient.deposit");
    }

    @Test
    void a_pause_of_a_key_leaves_the_other_keys_alone() {
        try (TestGate gate = TestGate.of(named("shop"))) {
            gate.call("one").permit().refused(refusal(Scope.KEY, 60));

            assertThat(gate.call("other").isServed()).isTrue();
            assertThat(gate.call("one").isServed()).isFalse();
        }
    }

    @Test
    void a_pause_of_a_contour_stops_all_its_keys_and_those_that_are_first_used_later() {
        try (TestGate gate = TestGate.of(named("shop"))) {
            Permit refused = gate.call("one").permit();
            Caller waitsHere = new Caller(gate.time, gate.limiter("one"), patient(10));
            Caller waitsThere = new Caller(gate.time, gate.limiter("other"), patient(10));
            waitsThere.permit().close();
            Caller waitsThereToo = new Caller(gate.time, gate.limiter("other"), patient(10));
            refused.refused(refusal(Scope.CONTOUR, 30));
            gate.after(10);
            Caller later = new Caller(gate.time, gate.limiter("later"), patient(Priority.URGENT));
            gate.after(60_000);

            assertThat(List.of(waitsHere, waitsThereToo, later))
                    .extracting(Caller::servedAt)
                    .containsExactly(30_000L, 30_000L, 30_000L);
        }
    }

    @Test
    void a_pause_of_a_contour_is_ended_by_hand_for_all_its_keys() {
        try (TestGate gate = TestGate.of(named("shop"))) {
            gate.call("one").permit().refused(refusal(Scope.CONTOUR, 3600));
            Caller one = new Caller(gate.time, gate.limiter("one"), patient(Priority.NORMAL));
            Caller other = new Caller(gate.time, gate.limiter("other"), patient(Priority.NORMAL));
            gate.after(1000);
            gate.limiter("third").resume().join();
            gate.after(100);

            assertThat(List.of(one, other)).extracting(Caller::servedAt).containsExactly(1000L, 1000L);
        }
    }

    @Test
    void p24_nothing_leaks_through_whoever_asks_and_whenever() {
        try (TestGate gate = TestGate.of(named("datacite"))) {
            List<Long> sentAt = new ArrayList<>();
            Permit refused = gate.call().permit();
            List<Caller> callers = new ArrayList<>(gate.call(30, patient(Priority.BATCH)));
            gate.after(5);
            refused.refused(refusal(Scope.KEY, 60));
            gate.after(20_000);
            // A process that starts during the pause: another registry on the same store.
            GateRegistry late = gate.time
                    .registry(gate.store)
                    .contours(List.of(named("datacite").build()))
                    .build();
            callers.add(new Caller(gate.time, late.limiter("datacite"), patient(Priority.URGENT)));
            callers.add(gate.call(patient(Priority.URGENT)));
            callers.forEach(caller ->
                    caller.whenServed(permit -> sentAt.add(gate.time.passed().toMillis())));
            sentAt.clear();
            gate.after(39_999);
            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
            assertThat(sentAt).isEmpty();
            gate.after(60_000);

            assertThat(callers).allMatch(Caller::isServed);
            assertThat(sentAt).allMatch(at -> at >= 60_005);
            late.close();
        }
    }

    @Test
    void p27_a_pause_in_one_contour_does_not_touch_another_whatever_their_names() {
        try (TestGate gate = TestGate.of(named("data"), named("data:cite"), named("dat"))) {
            gate.call().permit().refused(refusal(Scope.CONTOUR, 60));
            gate.call("cite").future().cancel(true);

            for (String other : List.of("data:cite", "dat")) {
                assertThat(gate.registry.limiter(other).tryAcquire(1)).isPresent();
                assertThat(gate.registry.limiter(other, "cite").tryAcquire(1)).isPresent();
            }
            assertThat(gate.limiter().tryAcquire(1)).isEmpty();
        }
    }

    @Test
    void a_pause_is_one_line_in_the_log_and_one_event_whatever_is_refused_with_it() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(PauseDesk.class);
        logger.setLevel(Level.INFO);
        logger.setAdditive(false);
        logger.addAppender(log);
        log.start();
        try (TestGate gate = TestGate.of(named("shop"))) {
            Permit one = gate.call("one").permit();
            Permit other = gate.call("other").permit();
            Permit third = gate.call("one").permit();
            one.refused(refusal(Scope.CONTOUR, 30));
            other.refused(refusal(Scope.CONTOUR, 30));
            gate.after(1000);
            third.refused(refusal(Scope.CONTOUR, 30));

            assertThat(log.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .containsExactly("Contour 'shop' paused for PT30S: 429 at RecordClient.deposit");
            assertThat(gate.listener.events("paused"))
                    .containsExactly(
                            "paused shop for 30000ms: 429 at RecordClient.deposit",
                            // its end moved
                            "paused shop for 30000ms: 429 at RecordClient.deposit");
        } finally {
            logger.detachAppender(log);
            logger.setLevel(null);
            logger.setAdditive(true);
        }
    }
}
