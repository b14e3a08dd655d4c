package dev.limiter.sample.deposit;

import java.util.Locale;

/**
 * A record to deposit.
 *
 * @param doi what it will be found by, as the document says it
 * @param document the JSON:API document, as it is sent
 */
public record DepositRecord(String doi, String document) {

    /** What tells it from all others: DOIs are compared without regard to case. */
    public String id() {
        return this.doi.toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return this.doi;
    }
}
