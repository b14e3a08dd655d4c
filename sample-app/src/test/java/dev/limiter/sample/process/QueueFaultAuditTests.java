package dev.limiter.sample.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/** Processes that wait where their store fails: no call fails. */
class QueueFaultAuditTests extends FaultAuditSuite {

    @Override
    String[] properties() {
        return new String[] {"limiter.contours.datacite.on-store-failure", "queue"};
    }

    @Override
    void assertEnded(AuditRun run) {
        run.assertComplete(ALL);
    }

    @Override
    void assertReturned(AuditRun run, long since, Duration until) {
        assertThat(run.longestWait(since))
                .as("seconds without a permit since the store is back, of %s", run)
                .isLessThanOrEqualTo(until.toNanos() / 1e9);
    }
}
