package dev.limiter.redis;

import io.lettuce.core.ScriptOutputType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The script that decides about buckets, and a small one that finds out whether it could. */
final class BucketScript {

    static final List<String> PARTS = List.of(
            "bucket.lua",
            "ordinary.lua",
            "alone.lua",
            "limit.lua",
            "state.lua",
            "terms.lua",
            "pause.lua",
            "loss.lua",
            "verbs.lua",
            "book.lua",
            "reply.lua");

    private static final byte[] TRIAL =
            "redis.call('TIME') redis.call('MGET', KEYS[1]) redis.call('SETRANGE', KEYS[1], 0, '') return redis.call('SET', KEYS[1], '', 'PX', 1000)"
                    .getBytes(StandardCharsets.US_ASCII);

    /** The parts of the script that takes ordinary bookings of several buckets. */
    private static final List<String> MANY = List.of("bucket.lua", "ordinary.lua", "many.lua");

    private final Script script;

    private final Script many;

    private final RedisLink link;

    private final Patience patience;

    BucketScript(RedisLink link, long timeoutMillis) {
        this.link = link;
        this.patience = new Patience(timeoutMillis);
        this.script = new Script(PARTS, link, this.patience);
        this.many = new Script(MANY, link, this.patience);
    }

    /**
     * Calls it once.
     *
     * @param heard is told each reply, also one that comes after the time-out, before the caller is
     * @return fails where there is no connection, at the time-out, and for an error: then the outcome is unknown
     */
    CompletableFuture<ScriptReply> call(byte[][] keys, byte[][] arguments, Consumer<ScriptReply> heard) {
        return this.script.call(keys, arguments, reply -> {
            ScriptReply read = ScriptReply.read(reply);
            heard.accept(read);
            return read;
        });
    }

    /**
     * Calls it once for several buckets.
     *
     * @param heard is told the answers, before the caller is
     */
    CompletableFuture<List<ScriptReply>> callMany(
            byte[][] keys, byte[][] arguments, Consumer<List<ScriptReply>> heard) {
        return this.many.call(keys, arguments, reply -> {
            List<ScriptReply> all = ScriptReply.readMany(reply);
            heard.accept(all);
            return all;
        });
    }

    /** Tries whether the server answers, and lets a script write this key. */
    CompletionStage<?> tryOut(byte[] key) {
        try {
            CompletableFuture<Object> answer = this.link
                    .commands()
                    .eval(TRIAL, ScriptOutputType.STATUS, key)
                    .toCompletableFuture();
            return this.patience.waitFor(answer).whenComplete((done, failure) -> this.link.leaveReplica(failure));
        } catch (RuntimeException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }
}
