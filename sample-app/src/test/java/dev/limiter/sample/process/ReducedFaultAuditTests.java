package dev.limiter.sample.process;

/**
 * Processes that run a limit of their own while their store is away: no call fails, and all together they stay below
 * it.
 */
class ReducedFaultAuditTests extends FaultAuditSuite {

    @Override
    String[] properties() {
        return new String[] {
            "limiter.contours.datacite.on-store-failure", "reduced",
            "limiter.contours.datacite.reduced.rate", "10/s",
            "limiter.contours.datacite.reduced.capacity", "2"
        };
    }

    @Override
    void assertEnded(AuditRun run) {
        run.assertComplete(ALL);
    }
}
