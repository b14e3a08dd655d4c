package dev.limiter.spring.docs;

import com.google.common.util.concurrent.RateLimiter;
import dev.limiter.LimiterRegistry;
import dev.limiter.Permit;
import dev.limiter.RateLimited;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import org.springframework.web.client.HttpClientErrorException;

/** Each client of the migration, before and after. What a document shows of one stands together. */
final class MigrationCode {

    private MigrationCode() {}

    interface Records {
        String send(String record);
    }

    /** So that no test sleeps. */
    interface Sleeper {
        void sleep(Duration length) throws InterruptedException;
    }

    static class MarkedClient {

        private final Records records;

        MarkedClient(Records records) {
            this.records = records;
        }

        @RateLimited(contour = "datacite")
        public String deposit(String record) {
            return this.records.send(record);
        }
    }

    static final class Bucket4jClient {

        private final Records records;

        Bucket4jClient(Records records) {
            this.records = records;
        }

        private final Bucket bucket = Bucket.builder()
                .addLimit(limit -> limit.capacity(16).refillGreedy(8, Duration.ofSeconds(1)))
                .addLimit(limit -> limit.capacity(5000).refillGreedy(10_000, Duration.ofDays(1)))
                .build();

        String deposit(String record) throws InterruptedException {
            if (!this.bucket.asBlocking().tryConsume(1, Duration.ofSeconds(5))) {
                throw new IllegalStateException("too busy");
            }
            return this.records.send(record);
        }
    }

    static final class GuavaClient {

        private final Records records;

        GuavaClient(Records records) {
            this.records = records;
        }

        private final RateLimiter limiter = RateLimiter.create(8);

        String deposit(String record) {
            this.limiter.acquire();
            return this.records.send(record);
        }
    }

    static final class SleepingClient {

        private final Records records;

        private final Sleeper sleeper;

        SleepingClient(Records records, Sleeper sleeper) {
            this.records = records;
            this.sleeper = sleeper;
        }

        String deposit(String record) throws InterruptedException {
            for (int attempt = 1; ; attempt++) {
                try {
                    return this.records.send(record);
                } catch (HttpClientErrorException.TooManyRequests ex) {
                    if (attempt == 5) {
                        throw ex;
                    }
                    this.sleeper.sleep(Duration.ofSeconds(attempt));
                }
            }
        }
    }

    static final class PermitClient {

        private final Records records;

        private final LimiterRegistry registry;

        PermitClient(Records records, LimiterRegistry registry) {
            this.records = records;
            this.registry = registry;
        }

        String deposit(String record) throws InterruptedException {
            try (Permit permit = this.registry.limiter("datacite").acquire()) {
                String answer = this.records.send(record);
                permit.succeeded();
                return answer;
            }
        }
    }
}
