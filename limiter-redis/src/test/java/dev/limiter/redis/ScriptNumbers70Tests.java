package dev.limiter.redis;

class ScriptNumbers70Tests extends ScriptNumbersContract {

    ScriptNumbers70Tests() {
        super(RedisServer.Version.V7_0);
    }
}
