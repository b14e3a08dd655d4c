package dev.limiter.redis;

class Redis62BucketStoreTests extends ContractOnRedis {

    Redis62BucketStoreTests() {
        super(RedisServer.Version.V6_2);
    }
}
