package dev.limiter.redis;

class ScriptNumbers62Tests extends ScriptNumbersContract {

    ScriptNumbers62Tests() {
        super(RedisServer.Version.V6_2);
    }
}
