package dev.limiter.redis;

class Redis70BucketStoreTests extends ContractOnRedis {

    Redis70BucketStoreTests() {
        super(RedisServer.Version.V7_0);
    }
}
