package dev.limiter.gate;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.limiter.bucket.Slot;
import dev.limiter.contour.StoreFailurePolicy.Kind;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** A store that goes away and comes back, loses replies and is deaf, at random, under each policy. */
class OutageRandomTests {

    private static final int HISTORIES = 150;

    private final Logger news = (Logger) LoggerFactory.getLogger("dev.limiter.gate");

    @BeforeEach
    void expectNoise() {
        this.news.setLevel(Level.OFF);
    }

    @AfterEach
    void listenAgain() {
        this.news.setLevel(null);
    }

    @ParameterizedTest
    @EnumSource
    void nobody_waits_for_ever_and_no_limit_or_pause_is_broken(Kind kind) {
        long served = 0;
        for (long seed = 0; seed < HISTORIES; seed++) {
            RandomOutages history = new RandomOutages(kind, seed);
            try {
                history.play();
                served += history.permits().size();
                check(history);
            } catch (RuntimeException | AssertionError ex) {
                throw new AssertionError("%s with seed %d".formatted(kind, seed), ex);
            }
        }
        assertThat(served).isGreaterThan(20L * HISTORIES);
    }

    private static void check(RandomOutages history) {
        assertThat(history.callers()).noneMatch(Caller::isWaiting);
        List<Slot> shared = history.permits().stream()
                .map(GatePermit::slot)
                .filter(Slot::isOfStore)
                .toList();
        history.limit().holds(shared);
        List<Slot> own = history.permits().stream()
                .map(GatePermit::slot)
                .filter(slot -> !slot.isOfStore())
                .toList();
        history.reduced().holds(own);
        assertThat(history.permits()).noneMatch(history::isInPause);
    }
}
