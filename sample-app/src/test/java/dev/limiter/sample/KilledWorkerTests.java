package dev.limiter.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.sample.deposit.RecordFile;
import dev.limiter.sample.process.SharedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two worker processes with overlapping files, one of which is killed, from one end to the other. */
@Timeout(120)
class KilledWorkerTests {

    private final Output out = new Output();
    private SharedRedis redis = SharedRedis.at("redis://127.0.0.1");

    @BeforeEach
    void startRedis() {
        Assumptions.assumeTrue(SharedRedis.isShipped());
        this.redis = SharedRedis.start();
    }

    @AfterEach
    void stopRedis() {
        this.redis.close();
    }

    private OverlapCase overlap() {
        return new OverlapCase(new ProgressBar(this.out.stream()), this.redis, RecordFile.shipped());
    }

    @Test
    void no_record_is_deposited_twice_and_what_stayed_in_flight_is_settled() {
        Part part = overlap().show();
        assertThat(part.claims()).hasSize(4).allMatch(Claim::held);
        assertThat(part.runs().get(0).failures()).isEmpty();
        assertThat(this.out.text()).contains("overlapping files        [" + "#".repeat(40) + "]");
    }

    /** What is noted of an earlier run does not hold for a server that is new. */
    @Test
    void it_can_be_shown_again_on_the_same_redis_with_few_records() {
        for (int time = 0; time < 2; time++) {
            OverlapCase few = new OverlapCase(
                    new ProgressBar(this.out.stream()),
                    this.redis,
                    RecordFile.shipped().subList(0, OverlapCase.LEAST));
            assertThat(few.show().claims()).allMatch(Claim::held);
        }
    }

    /** A check that cannot fail shows nothing. */
    @Test
    void without_operations_records_are_deposited_twice_and_it_is_seen() {
        Part part = overlap().show(false);
        assertThat(part.claims()).noneMatch(Claim::held);
        Run run = part.runs().get(0);
        assertThat(run.log().repeatedDois()).hasSizeGreaterThan(OverlapCase.SILENT);
        assertThat(run.failures()).isEmpty();
    }
}
