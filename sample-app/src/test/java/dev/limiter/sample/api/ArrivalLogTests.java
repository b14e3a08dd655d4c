package dev.limiter.sample.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.limiter.spring.test.ServerQuota;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalLogTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ArrivalLog log = new ArrivalLog(List.of(
            new Arrival(1_000_000, "b", 201, "10.5072/two", false),
            new Arrival(0, "a", 201, "10.5072/one", false),
            new Arrival(400_000, "b", 429, "10.5072/two", false),
            new Arrival(999_999, "a", 201, "10.5072/three", false),
            new Arrival(1_500_000, "a", 201, "10.5072/one", false),
            new Arrival(1_600_000, "b", 429, "10.5072/four", true),
            new Arrival(1_700_000, "a", 201, "10.5072/one", false)));

    @Test
    void itIsInTheOrderOfArrival() {
        assertThat(log.arrivals()).isSortedAccordingTo((one, other) -> Long.compare(one.micros(), other.micros()));
    }

    @Test
    void itCountsWhatWasAcceptedRefusedAndPaused() {
        assertThat(log.count()).isEqualTo(7);
        assertThat(log.accepted().count()).isEqualTo(5);
        assertThat(log.refused().count()).isEqualTo(2);
        assertThat(log.duringPause().arrivals()).extracting(Arrival::doi).containsExactly("10.5072/four");
        assertThat(log.of("b").accepted().count()).isEqualTo(1);
    }

    @Test
    void aSpanIncludesItsBeginningAndNotItsEnd() {
        assertThat(log.between(400_000, 1_000_000).arrivals())
                .extracting(Arrival::micros)
                .containsExactly(400_000L, 999_999L);
        assertThat(log.between(0, 0).count()).isZero();
    }

    @Test
    void theWorstWindowMayBeginAnywhereAndIsHalfOpen() {
        assertThat(log.accepted().worstCount(SECOND)).isEqualTo(4);
        assertThat(log.accepted().worstCount(Duration.ofNanos(700_001_000))).isEqualTo(3);
        assertThat(log.of("a").worstCount(Duration.ofNanos(999_999_000))).isEqualTo(3);
        assertThat(new ArrivalLog(List.of()).worstCount(SECOND)).isZero();
    }

    @Test
    void theFullestIntervalMayBeAnyAndRefusedRequestsAreInIt() {
        assertThat(log.mostAbove(ServerQuota.tokenBucket(3, 1, SECOND))).isEqualTo(2.3, within(1e-9));
        assertThat(log.mostAbove(ServerQuota.tokenBucket(2, 4, SECOND))).isEqualTo(0.2, within(1e-3));
        assertThat(log.mostAbove(ServerQuota.tokenBucket(7, 1, SECOND))).isZero();
        assertThat(new ArrivalLog(List.of()).mostAbove(ServerQuota.tokenBucket(1, 1, SECOND)))
                .isZero();
    }

    @Test
    void theShareIsOfWhatTheQuotaIsWorthInTheSpan() {
        ServerQuota quota = ServerQuota.tokenBucket(10, 4, SECOND);
        assertThat(log.shareOf(quota, 0, 2_000_000)).isCloseTo(5 / 8.0, within(1e-9));
        assertThat(log.shareOf(quota, 999_999, 1_499_999)).isCloseTo(1.0, within(1e-9));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> log.shareOf(quota, 5, 5))
                .withMessage("A span must end after it begins: 5 to 5");
    }

    @Test
    void aDoiThatWasAcceptedTwiceIsNamedOnce() {
        assertThat(log.repeatedDois()).containsExactly("10.5072/one");
    }

    @Test
    void itCannotBeChanged() {
        List<Arrival> source = new ArrayList<>(log.arrivals());
        ArrivalLog copy = new ArrivalLog(source);
        source.clear();
        assertThat(copy).isEqualTo(log);
        assertThatThrownBy(() -> copy.arrivals().clear()).isInstanceOf(UnsupportedOperationException.class);
    }
}
