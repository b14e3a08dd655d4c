package dev.limiter.redis;

import dev.limiter.redis.server.RedisServer;

class Redis70OperationStoreTests extends OperationContractOnRedis {

    Redis70OperationStoreTests() {
        super(RedisServer.Version.V7_0);
    }
}
