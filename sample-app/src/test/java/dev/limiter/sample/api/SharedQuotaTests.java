package dev.limiter.sample.api;

import static dev.limiter.sample.api.ScoreSheet.play;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.test.Pace;
import dev.limiter.spring.test.ServerQuota;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SharedQuotaTests {

    private static final ServerQuota FIVE_A_SECOND = ServerQuota.fixedWindow(5, Duration.ofSeconds(1));

    @Test
    void whatTheOtherClientHasSentIsMissingFromTheQuota() {
        // 40 % of 5/s: it sends at 0.5 s, 1.0 s, 1.5 s and so on.
        play(shared(OtherClient.share(40)), """
                0           yes
                0           yes
                0           yes
                499_999     yes
                500_000     no  500_000
                999_999     no  1
                1_000_000   yes
                1_000_000   yes
                1_000_000   yes
                1_499_999   yes
                1_500_000   no  500_000
                """);
    }

    @Test
    void theOtherClientIsRefusedTooWhenWeWereFaster() {
        SharedQuota quota = shared(OtherClient.perSecond(2));
        play(quota, """
                0           yes
                0           yes
                0           yes
                0           yes
                0           yes
                0           no  1_000_000
                """);
        quota.catchUp(1_000_000);
        assertThat(quota.admitted()).isEqualTo(1);
        assertThat(quota.refused()).isEqualTo(1);
    }

    @Test
    void itDoesNotMatterHowOftenSomebodyAsks() {
        SharedQuota askedOnce = shared(OtherClient.perSecond(7));
        SharedQuota askedOften = shared(OtherClient.perSecond(7));
        for (long micros = 0; micros < 60_000_000; micros += 1_234) {
            askedOften.catchUp(micros);
        }
        askedOften.catchUp(60_000_000);
        askedOnce.catchUp(60_000_000);
        // Its last request comes with the 61st window.
        assertThat(askedOnce.admitted()).isEqualTo(5 * 60 + 1);
        assertThat(askedOften.admitted()).isEqualTo(askedOnce.admitted());
        assertThat(askedOften.refused()).isEqualTo(askedOnce.refused());
    }

    @Test
    void aShareIsOfTheLongRunRateWhateverTheModel() {
        ServerQuota quota = ServerQuota.tokenBucket(50, 3_000, Duration.ofMinutes(5));
        assertThat(OtherClient.share(20).paceIn(quota)).isEqualTo(new Pace(2, 1_000_000));
        assertThat(OtherClient.share(33).paceIn(quota).countUntil(100_000_000)).isEqualTo(330);
    }

    private static SharedQuota shared(OtherClient client) {
        return new SharedQuota(FIVE_A_SECOND.newModel(), client.paceIn(FIVE_A_SECOND));
    }
}
