package dev.limiter.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.deposit.RecordFile;
import dev.limiter.sample.process.Chaos;
import dev.limiter.sample.process.SharedRedis;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two worker processes and a real Redis, from one end to the other. */
@Timeout(120)
class AcrossProcessesTests {

    /** What follows the burst takes two seconds: time enough for what happens to the Redis to be over. */
    private static final List<DepositRecord> RECORDS = RecordFile.shipped().subList(0, 60);

    private final Output out = new Output();

    @BeforeAll
    static void needsRedis() {
        Assumptions.assumeTrue(SharedRedis.isShipped());
    }

    @Test
    void two_processes_share_one_bucket() {
        Part part = show(ProcessCase::untroubled);
        assertThat(part.claims()).hasSize(3);
        Run run = part.runs().get(0);
        assertThat(run.log().of("worker-1").accepted().count()).isEqualTo(30);
        assertThat(run.log().of("worker-2").accepted().count()).isEqualTo(30);
        assertThat(this.out.text())
                .contains("    one Redis: the processes start\n")
                .containsPattern("worker-1 +30 +0 +0 ")
                .containsPattern("worker-2 +30 +0 +0 ");
    }

    @ParameterizedTest
    @EnumSource
    void the_quota_holds_and_every_record_arrives_whatever_befalls_the_redis(Chaos chaos) {
        Part part = show(processes -> processes.troubled(chaos));
        assertThat(part.claims()).hasSize(4);
        assertThat(this.out.text()).contains(chaos.sentence());
    }

    private Part show(Function<ProcessCase, Part> showing) {
        Options options = CommandLine.parse(new String[] {"--workers=2"}, Map.of());
        Stage stage = new Stage(new WorkerTable(this.out.stream(), false));
        try (SharedRedis redis = SharedRedis.start()) {
            ProcessCase processes = new ProcessCase(stage, options, redis, RECORDS);
            Part part = Steady.atMost(4, () -> showing.apply(processes), this.out.stream());
            assertThat(part.claims()).allMatch(Claim::held);
            return part;
        }
    }
}
