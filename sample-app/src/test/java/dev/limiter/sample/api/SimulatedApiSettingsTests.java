package dev.limiter.sample.api;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.limiter.spring.test.ServerQuota;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SimulatedApiSettingsTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void aQuotaSaysWhichOfItsNumbersIsWrong() {
        refuses(
                () -> ServerQuota.tokenBucket(0, 8, SECOND),
                "The capacity of a quota must be from 1 to 1000000, not 0");
        refuses(
                () -> ServerQuota.leakyBucket(8, -1, SECOND),
                "The requests of a quota must be from 1 to 1000000, not -1");
        refuses(
                () -> ServerQuota.slidingWindow(8, Duration.ZERO),
                "The period of a quota must be from 1 ms to 31 days, not PT0S");
        refuses(
                () -> new ServerQuota(ServerQuota.Model.FIXED_WINDOW, 9, 8, SECOND),
                "A window's capacity is its number of requests: give 8 for both, not a capacity of 9");
    }

    @Test
    void anotherClientSaysWhatItMaySpend() {
        refuses(
                () -> OtherClient.share(0),
                "The other client's share of the quota must be from 1 to 100 percent, not 0");
        refuses(
                () -> OtherClient.share(101),
                "The other client's share of the quota must be from 1 to 100 percent, not 101");
        refuses(() -> OtherClient.perSecond(0), "The other client must send from 1 to 100000 requests, not 0");
        refuses(
                () -> new OtherClient(1, Duration.ofSeconds(-1)),
                "The other client's period must not be negative, but is PT-1S");
    }

    @Test
    void aPauseHasABeginningAndALength() {
        refuses(() -> new PauseRule(0, SECOND), "A pause comes after at least 1 accepted request, not after 0");
        refuses(() -> new PauseRule(5, Duration.ZERO), "A demanded pause must last from 1 ms to 1 day, not PT0S");
    }

    @Test
    void aSilenceIsOfSomething() {
        refuses(
                () -> new SilenceRule("w1", -1, 1),
                "A silence is of at least 1 request, after 0 or more accepted ones, not of 1 after -1");
        refuses(
                () -> new SilenceRule("w1", 0, 0),
                "A silence is of at least 1 request, after 0 or more accepted ones, not of 0 after 0");
    }

    @Test
    void aPortIsAPort() {
        SimulatedApiSettings settings = SimulatedApiSettings.of(ServerQuota.fixedWindow(8, SECOND));
        refuses(() -> settings.withPort(65_536), "The port must be from 0 to 65535, not 65536");
    }

    @Test
    void theLargestQuotaCountsForTwoMonths() {
        long twoMonths = Micros.of(Duration.ofDays(62));
        for (ServerQuota.Model model : ServerQuota.Model.values()) {
            ServerQuota quota = new ServerQuota(
                    model, 1_000_000, 1_000_000, Duration.ofDays(31).minusNanos(1_000));
            assertThatNoException().isThrownBy(() -> quota.newModel().admit(twoMonths));
        }
    }

    private static void refuses(ThrowingCallable mistake, String message) {
        assertThatIllegalArgumentException().isThrownBy(mistake).withMessage(message);
    }
}
