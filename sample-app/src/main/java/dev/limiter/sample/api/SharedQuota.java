package dev.limiter.sample.api;

import dev.limiter.spring.test.Pace;
import dev.limiter.spring.test.QuotaModel;

/**
 * A quota that another client spends too, evenly and without minding refusals. What it has sent by an instant is charged
 * when somebody asks about that instant; it has no thread of its own.
 */
final class SharedQuota implements QuotaModel {

    private final QuotaModel quota;
    private final Pace otherClient;
    private long sent;
    private long admitted;

    SharedQuota(QuotaModel quota, Pace otherClient) {
        this.quota = quota;
        this.otherClient = otherClient;
    }

    @Override
    public boolean admit(long micros) {
        catchUp(micros);
        return quota.admit(micros);
    }

    /** {@inheritDoc} The other client may well take the place first, as it may with a real server. */
    @Override
    public long retryAfterMicros(long micros) {
        catchUp(micros);
        return quota.retryAfterMicros(micros);
    }

    /** Charges what the other client has sent up to and including this instant. */
    void catchUp(long micros) {
        long due = otherClient.countUntil(micros);
        while (sent < due) {
            sent++;
            if (quota.admit(otherClient.instantOf(sent))) {
                admitted++;
            }
        }
    }

    long admitted() {
        return admitted;
    }

    long refused() {
        return sent - admitted;
    }
}
