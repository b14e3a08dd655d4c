package dev.limiter.redis;

import dev.limiter.redis.server.RedisServer;

class Redis70BucketStoreTests extends ContractOnRedis {

    Redis70BucketStoreTests() {
        super(RedisServer.Version.V7_0);
    }
}
