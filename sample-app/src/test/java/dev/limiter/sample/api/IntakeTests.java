package dev.limiter.sample.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.test.ServerQuota;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IntakeTests {

    private static final SimulatedApiSettings PAUSE_AFTER_TWO = SimulatedApiSettings.of(
                    ServerQuota.tokenBucket(10, 10, Duration.ofSeconds(1)))
            .withPause(new PauseRule(2, Duration.ofSeconds(2)));

    @Test
    void thePauseBeginsWithTheRequestWhoseRefusalAnnouncesIt() {
        Intake intake = new Intake(PAUSE_AFTER_TWO);
        assertThat(intake.judge(0)).isEqualTo(Verdict.ADMITTED);
        assertThat(intake.judge(10)).isEqualTo(Verdict.ADMITTED);
        assertThat(intake.pause()).isNull();

        assertThat(intake.judge(500_000)).isEqualTo(new Verdict(false, 2_000_000, false));
        assertThat(intake.pause()).isEqualTo(new Pause(500_000, 2_500_000));
        assertThat(intake.judge(500_000)).isEqualTo(new Verdict(false, 2_000_000, true));
        assertThat(intake.judge(2_499_999)).isEqualTo(new Verdict(false, 1, true));
    }

    @Test
    void thePauseEndsAtItsInstantAndDoesNotComeBack() {
        Intake intake = new Intake(PAUSE_AFTER_TWO);
        for (long micros : new long[] {0, 0, 500_000}) {
            intake.judge(micros);
        }
        for (int request = 0; request < 10; request++) {
            assertThat(intake.judge(2_500_000)).isEqualTo(Verdict.ADMITTED);
        }
        assertThat(intake.judge(2_500_000)).isEqualTo(new Verdict(false, 100_000, false));
    }

    @Test
    void thePauseCountsAcceptedRequestsAndNotRefusedOnes() {
        Intake intake = new Intake(SimulatedApiSettings.of(ServerQuota.fixedWindow(1, Duration.ofSeconds(1)))
                .withPause(new PauseRule(2, Duration.ofSeconds(2))));
        assertThat(intake.judge(0).admitted()).isTrue();
        assertThat(intake.judge(1)).isEqualTo(new Verdict(false, 999_999, false));
        assertThat(intake.judge(2)).isEqualTo(new Verdict(false, 999_998, false));
        assertThat(intake.judge(1_000_000).admitted()).isTrue();
        assertThat(intake.judge(1_000_001)).isEqualTo(new Verdict(false, 2_000_000, false));
    }

    @Test
    void aSilenceCoversSoManyAcceptedRequestsOfOneWorker() {
        Intake intake = new Intake(SimulatedApiSettings.of(ServerQuota.fixedWindow(100, Duration.ofSeconds(1)))
                .withSilence(new SilenceRule("w1", 1, 2)));
        assertThat(intake.record(arrival("w1", 201))).isTrue();
        assertThat(intake.record(arrival("w2", 201))).isTrue();
        assertThat(intake.record(arrival("w1", 429))).isTrue();
        assertThat(intake.record(arrival("w1", 201))).isFalse();
        assertThat(intake.record(arrival("w2", 201))).isTrue();
        assertThat(intake.record(arrival("w1", 201))).isFalse();
        assertThat(intake.record(arrival("w1", 201))).isTrue();
        assertThat(intake.log().accepted().count()).isEqualTo(6);
    }

    private static Arrival arrival(String worker, int status) {
        return new Arrival(0, worker, status, "10.5072/a", false);
    }

    @Test
    void aRequestThatReachesTheLockLateDoesNotTurnBackTime() {
        Intake intake = new Intake(SimulatedApiSettings.of(ServerQuota.fixedWindow(1, Duration.ofSeconds(1))));
        assertThat(intake.judge(1_000_001).admitted()).isTrue();
        assertThat(intake.judge(999_999)).isEqualTo(new Verdict(false, 999_999, false));
    }

    @Test
    void whatIsLoggedIsFollowedAndTheOldestIsForgotten() {
        Intake intake = new Intake(SimulatedApiSettings.of(ServerQuota.fixedWindow(1, Duration.ofSeconds(1))));
        Arrival late = new Arrival(9, "a", 201, "x", false);
        Arrival early = new Arrival(1, "b", 429, "y", false);
        Arrival last = new Arrival(12, "a", 429, "z", false);
        intake.record(late);
        intake.record(early);
        assertThat(intake.loggedAfter(0)).containsExactly(late, early);
        intake.keep(1);
        assertThat(intake.log().arrivals()).containsExactly(early);
        intake.record(last);
        assertThat(intake.loggedAfter(2)).containsExactly(last);
        assertThat(intake.loggedAfter(1)).containsExactly(early, last);
        assertThat(intake.loggedAfter(0)).containsExactly(early, last);
        assertThat(intake.loggedAfter(3)).isEmpty();
        intake.keep(5);
        assertThat(intake.log().count()).isEqualTo(2);
    }
}
