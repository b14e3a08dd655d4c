package dev.limiter.redis;

import dev.limiter.redis.server.RedisServer;

class ScriptNumbers70Tests extends ScriptNumbersContract {

    ScriptNumbers70Tests() {
        super(RedisServer.Version.V7_0);
    }
}
