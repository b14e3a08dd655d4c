package dev.limiter.sample.process;

import static org.assertj.core.api.Assertions.assertThat;

/** Processes that deny callers while their store is away: what is denied is not sent, and nothing else fails. */
class RejectFaultAuditTests extends FaultAuditSuite {

    @Override
    String[] properties() {
        return new String[] {"limiter.contours.datacite.on-store-failure", "reject"};
    }

    @Override
    void assertEnded(AuditRun run) {
        assertThat(run.calls()).isEqualTo(ALL);
        assertThat(run.log().count()).isEqualTo(ALL - run.failures().size());
        assertThat(run.failures()).allMatch("StoreUnavailableException"::equals);
    }
}
