package dev.limiter.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The script, and how it is called: by its digest, and with its text only where the server said that it does not have
 * it. Nothing else is ever sent twice.
 */
final class BucketScript {

    private static final List<String> PARTS = List.of(
            "bucket.lua",
            "limit.lua",
            "state.lua",
            "terms.lua",
            "pause.lua",
            "loss.lua",
            "verbs.lua",
            "book.lua",
            "reply.lua");

    private static final byte[] TRIAL =
            "redis.call('TIME') redis.call('MGET', KEYS[1]) return redis.call('SET', KEYS[1], '', 'PX', 1000)"
                    .getBytes(StandardCharsets.US_ASCII);

    private final byte[] text;

    private final String digest;

    private final RedisLink link;

    private final Patience patience;

    BucketScript(RedisLink link, long timeoutMillis) {
        this.link = link;
        this.patience = new Patience(timeoutMillis);
        this.text = read();
        this.digest = digest(this.text);
    }

    private static byte[] read() {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (String part : PARTS) {
            try (InputStream resource = BucketScript.class.getResourceAsStream(part)) {
                if (resource == null) {
                    throw new IllegalStateException(part + " is missing");
                }
                text.writeBytes(resource.readAllBytes());
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            }
        }
        return text.toByteArray();
    }

    private static String digest(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(text));
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /**
     * Calls it once.
     *
     * @param heard is told each reply, also one that comes after the time-out, before the caller is
     * @return fails where there is no connection, at the time-out, and for an error: then the outcome is unknown
     */
    CompletableFuture<ScriptReply> call(byte[][] keys, byte[][] arguments, Consumer<ScriptReply> heard) {
        CompletableFuture<ScriptReply> answer = new CompletableFuture<>();
        RedisClusterAsyncCommands<byte[], byte[]> commands;
        try {
            commands = this.link.commands();
            commands.<byte[]>evalsha(this.digest, ScriptOutputType.VALUE, keys, arguments)
                    .whenComplete((reply, failure) -> {
                        if (isUnknownScript(failure)) {
                            load(commands, keys, arguments, heard, answer);
                        } else {
                            complete(answer, heard, reply, failure);
                        }
                    });
        } catch (RuntimeException ex) {
            answer.completeExceptionally(ex);
            return answer;
        }
        return this.patience.waitFor(answer);
    }

    /** Tries whether the server answers, and lets a script write this key. */
    CompletionStage<?> tryOut(byte[] key) {
        try {
            CompletableFuture<Object> answer = this.link
                    .commands()
                    .eval(TRIAL, ScriptOutputType.STATUS, key)
                    .toCompletableFuture();
            return this.patience.waitFor(answer).whenComplete((done, failure) -> leaveReplica(failure));
        } catch (RuntimeException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private static boolean isUnknownScript(@Nullable Throwable failure) {
        return failure instanceof RedisNoScriptException
                || (failure instanceof CompletionException && failure.getCause() instanceof RedisNoScriptException);
    }

    /** With a caller that has given up, the script is put there for the next call, but not run. */
    private void load(
            RedisClusterAsyncCommands<byte[], byte[]> commands,
            byte[][] keys,
            byte[][] arguments,
            Consumer<ScriptReply> heard,
            CompletableFuture<ScriptReply> answer) {
        try {
            if (answer.isDone()) {
                commands.scriptLoad(this.text).exceptionally(failure -> "");
            } else {
                commands.<byte[]>eval(this.text, ScriptOutputType.VALUE, keys, arguments)
                        .whenComplete((reply, failure) -> complete(answer, heard, reply, failure));
            }
        } catch (RuntimeException ex) {
            answer.completeExceptionally(ex);
        }
    }

    private void complete(
            CompletableFuture<ScriptReply> answer,
            Consumer<ScriptReply> heard,
            byte @Nullable [] reply,
            @Nullable Throwable failure) {
        if (reply == null) {
            leaveReplica(failure);
            answer.completeExceptionally(
                    (failure != null) ? failure : new IllegalStateException("Redis answered nothing"));
            return;
        }
        try {
            ScriptReply read = ScriptReply.read(reply);
            heard.accept(read);
            answer.complete(read);
        } catch (RuntimeException ex) {
            answer.completeExceptionally(ex);
        }
    }

    /** A master that has become a replica keeps its connections: the address may lead to another one by now. */
    private void leaveReplica(@Nullable Throwable failure) {
        String message = (failure != null) ? String.valueOf(failure.getMessage()) : "";
        // Redis 6.2 has it in the middle of the message
        if (message.contains("READONLY") || message.contains("MASTERDOWN")) {
            this.link.reconnect("it is a replica now");
        }
    }
}
