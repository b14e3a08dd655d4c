package dev.limiter.spring.docs;

import dev.limiter.spring.docs.MigrationCode.Records;
import io.github.resilience4j.ratelimiter.annotation.RateLimiter;

/** The client of the migration from resilience4j, before. Apart, because Guava's limiter has the same name. */
class Resilience4jClient {

    private final Records records;

    Resilience4jClient(Records records) {
        this.records = records;
    }

    @RateLimiter(name = "datacite")
    public String deposit(String record) {
        return this.records.send(record);
    }
}
