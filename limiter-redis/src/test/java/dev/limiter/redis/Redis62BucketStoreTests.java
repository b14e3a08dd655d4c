package dev.limiter.redis;

import dev.limiter.redis.server.RedisServer;

class Redis62BucketStoreTests extends ContractOnRedis {

    Redis62BucketStoreTests() {
        super(RedisServer.Version.V6_2);
    }
}
