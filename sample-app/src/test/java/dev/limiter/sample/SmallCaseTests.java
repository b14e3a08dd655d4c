package dev.limiter.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.sample.deposit.RecordFile;
import dev.limiter.sample.worker.Teams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The canonical case, over real HTTP and in real time. */
class SmallCaseTests {

    private final Output out = new Output();

    @Test
    @Timeout(60)
    void two_separate_buckets_are_refused_four_times_and_a_shared_one_never() {
        SmallCase small = new SmallCase(
                new Stage(new ProgressBar(this.out.stream())), Teams.inThisProcess(), RecordFile.shipped());
        Part part = Steady.atMost(4, small::compare, this.out.stream());
        assertThat(part.claims()).allMatch(Claim::held);
        assertThat(part.runs().get(1).log().refused().count()).isZero();
        assertThat(this.out.text()).contains("separate buckets         [" + "#".repeat(40) + "]");
    }
}
