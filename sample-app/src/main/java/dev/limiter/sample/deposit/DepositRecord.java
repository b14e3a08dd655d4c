package dev.limiter.sample.deposit;

/**
 * A record to deposit.
 *
 * @param doi what it will be found by, as the document says it
 * @param document the JSON:API document, as it is sent
 */
public record DepositRecord(String doi, String document) {

    @Override
    public String toString() {
        return this.doi;
    }
}
