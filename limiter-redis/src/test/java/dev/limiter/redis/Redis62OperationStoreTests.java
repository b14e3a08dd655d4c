package dev.limiter.redis;

import dev.limiter.redis.server.RedisServer;

class Redis62OperationStoreTests extends OperationContractOnRedis {

    Redis62OperationStoreTests() {
        super(RedisServer.Version.V6_2);
    }
}
