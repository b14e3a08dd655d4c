package dev.limiter.redis;

import dev.limiter.redis.server.RedisServer;

class ScriptNumbers62Tests extends ScriptNumbersContract {

    ScriptNumbers62Tests() {
        super(RedisServer.Version.V6_2);
    }
}
