package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.reduced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.StoreMode;
import dev.limiter.UnknownContourException;
import dev.limiter.contour.Contour;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.Rate;
import dev.limiter.contour.StoreFailurePolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a contour does without its store is never silent: one line and one event for each change. */
class StoreNewsTests {

    private static ContourBuilder with(StoreFailurePolicy.Kind kind) {
        return contour("10/s", 10)
                .onStoreFailure(
                        switch (kind) {
                            case REJECT -> StoreFailurePolicy.REJECT;
                            case QUEUE -> StoreFailurePolicy.QUEUE;
                            case REDUCED -> reduced("2/s", 3);
                        });
    }

    private static String consequence(StoreFailurePolicy.Kind kind) {
        return switch (kind) {
            case REJECT -> "callers are denied until it is back";
            case QUEUE -> "callers wait until it is back, as long as their max-wait allows";
            case REDUCED ->
                "until it is back, this process runs " + reduced("2/s", 3).reduced() + " by itself";
        };
    }

    @ParameterizedTest
    @EnumSource
    void each_change_is_one_line_and_one_event(StoreFailurePolicy.Kind kind) {
        StoreMode mode = StoreMode.valueOf(kind.name());
        try (LogLines log = new LogLines(StoreNews.class);
                TestGate gate = TestGate.of(with(kind))) {
            assertThat(gate.registry.storeMode("datacite")).isEqualTo(StoreMode.NORMAL);
            gate.store.away(Away.REASON);
            gate.store.away(Away.REASON);
            gate.call().future().cancel(false);
            assertThat(gate.registry.storeMode("datacite")).isEqualTo(mode);
            gate.after(90_000);
            gate.store.back();
            gate.store.back();
            assertThat(gate.registry.storeMode("datacite")).isEqualTo(StoreMode.NORMAL);

            assertThat(log.lines())
                    .containsExactly(
                            ((mode == StoreMode.REJECT) ? "ERROR" : "WARN")
                                    + " Contour 'datacite': the store cannot be reached: " + Away.REASON + "; "
                                    + consequence(kind),
                            "INFO Contour 'datacite': the store is back after PT1M30S; the shared limit holds again");
            assertThat(gate.listener.events("store"))
                    .containsExactly("store datacite " + mode + " " + Away.REASON, "store datacite NORMAL ");
        }
    }

    @Test
    void every_outage_is_told() {
        try (LogLines log = new LogLines(StoreNews.class);
                TestGate gate = TestGate.of(with(StoreFailurePolicy.Kind.QUEUE))) {
            for (int outage = 0; outage < 3; outage++) {
                gate.store.away(Away.REASON);
                gate.after(1000);
                gate.store.back();
            }

            assertThat(log.lines()).hasSize(6);
            assertThat(gate.listener.events("store")).hasSize(6);
        }
    }

    /** Two changes at once may be told in either order: what is told last is not always what is so. */
    @Test
    void an_outage_that_is_told_after_its_end_is_none() {
        try (LogLines log = new LogLines(StoreNews.class);
                TestGate gate = TestGate.of(with(StoreFailurePolicy.Kind.QUEUE))) {
            gate.store.tellLate(Away.REASON);

            assertThat(gate.registry.storeMode("datacite")).isEqualTo(StoreMode.NORMAL);
            assertThat(log.lines()).isEmpty();
            gate.store.away(Away.REASON);
            gate.after(1000);
            gate.store.back();
            assertThat(log.lines()).hasSize(2);
            assertThat(log.lines().get(1)).contains("back after PT1S");
        }
    }

    @Test
    void a_contour_of_somebody_else_is_nobodys_news() {
        try (LogLines log = new LogLines(StoreNews.class);
                TestGate gate = TestGate.of(Contour.named("zenodo").limit(Rate.parse("1/s"), 1))) {
            gate.store.away(Away.REASON);
            gate.store.limitsDiffer();
            gate.store.back();

            assertThat(log.lines()).isEmpty();
            assertThat(gate.listener.events()).isEmpty();
            assertThatThrownBy(() -> gate.registry.storeMode("datacite")).isInstanceOf(UnknownContourException.class);
            assertThatThrownBy(() -> gate.registry.limitsDiffer("datacite"))
                    .isInstanceOf(UnknownContourException.class);
        }
    }

    @Test
    void a_registry_that_is_closed_hears_of_nothing() {
        try (LogLines log = new LogLines(StoreNews.class)) {
            TestGate gate = TestGate.of(with(StoreFailurePolicy.Kind.REJECT));
            gate.close();
            gate.store.away(Away.REASON);
            gate.store.back();

            assertThat(log.lines()).isEmpty();
            assertThat(gate.listener.events()).isEmpty();
        }
    }

    @Test
    void limits_that_differ_are_seen_for_a_minute_and_told_once_a_minute() {
        try (LogLines log = new LogLines(StoreNews.class);
                TestGate gate = TestGate.of(with(StoreFailurePolicy.Kind.REJECT))) {
            assertThat(gate.registry.limitsDiffer("datacite")).isFalse();
            for (int tenths = 0; tenths < 1200; tenths++) {
                gate.store.limitsDiffer();
                gate.after(100);
            }

            String line = "WARN Contour 'datacite': another process runs other limits; each call is judged by its own";
            assertThat(log.lines()).isEqualTo(List.of(line, line));
            assertThat(gate.listener.events("differ")).containsExactly("differ datacite", "differ datacite");
            gate.after(59_899);
            assertThat(gate.registry.limitsDiffer("datacite")).isTrue();
            gate.after(1);
            assertThat(gate.registry.limitsDiffer("datacite")).isFalse();
        }
    }
}
