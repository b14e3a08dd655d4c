package dev.limiter.redis;

import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.BucketStoreContract;
import dev.limiter.bucket.VirtualTicker;
import dev.limiter.redis.server.RedisServer.Version;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** The contract on the real script in virtual time. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ContractOnRedis extends BucketStoreContract {

    private final TestLink redis;

    ContractOnRedis(Version version) {
        this.redis = TestLink.start(version);
    }

    @AfterAll
    void stop() {
        this.redis.close();
    }

    @Override
    protected BucketStore store(VirtualTicker ticker) {
        this.redis.server().ask("FLUSHALL");
        return this.redis.storeAt(ticker);
    }
}
