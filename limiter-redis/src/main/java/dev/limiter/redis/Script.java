package dev.limiter.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A script, and how it is called: by its digest, and with its text only where the server said that it does not have it.
 * Nothing else is ever sent twice. Safe for use by many threads.
 */
final class Script {

    private final byte[] text;

    private final String digest;

    private final RedisLink link;

    private final Patience patience;

    /**
     * @param parts the resources that it is made of
     * @param patience how long each answer is waited for
     */
    Script(List<String> parts, RedisLink link, Patience patience) {
        this.text = read(parts);
        this.digest = digest(this.text);
        this.link = link;
        this.patience = patience;
    }

    private static byte[] read(List<String> parts) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (String part : parts) {
            try (InputStream resource = Script.class.getResourceAsStream(part)) {
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
     * @param reading is given each reply, also one that comes after the time-out, before the caller is
     * @return fails where there is no connection, at the time-out, and for an error: then the outcome is unknown
     */
    <T> CompletableFuture<T> call(byte[][] keys, byte[][] arguments, Function<byte[], T> reading) {
        Call<T> call = new Call<>(keys, arguments, reading, new CompletableFuture<>());
        try {
            RedisClusterAsyncCommands<byte[], byte[]> commands = this.link.commands();
            commands.<byte[]>evalsha(this.digest, ScriptOutputType.VALUE, keys, arguments)
                    .whenComplete((reply, failure) -> {
                        if (isUnknownScript(failure)) {
                            load(commands, call);
                        } else {
                            complete(call, reply, failure);
                        }
                    });
        } catch (RuntimeException ex) {
            call.answer().completeExceptionally(ex);
            return call.answer();
        }
        return this.patience.waitFor(call.answer());
    }

    private record Call<T>(
            byte[][] keys, byte[][] arguments, Function<byte[], T> reading, CompletableFuture<T> answer) {}

    private static boolean isUnknownScript(@Nullable Throwable failure) {
        return failure instanceof RedisNoScriptException
                || (failure instanceof CompletionException && failure.getCause() instanceof RedisNoScriptException);
    }

    /** With a caller that has given up, the script is put there for the next call, but not run. */
    private <T> void load(RedisClusterAsyncCommands<byte[], byte[]> commands, Call<T> call) {
        try {
            if (call.answer().isDone()) {
                commands.scriptLoad(this.text).exceptionally(failure -> "");
            } else {
                commands.<byte[]>eval(this.text, ScriptOutputType.VALUE, call.keys(), call.arguments())
                        .whenComplete((reply, failure) -> complete(call, reply, failure));
            }
        } catch (RuntimeException ex) {
            call.answer().completeExceptionally(ex);
        }
    }

    private <T> void complete(Call<T> call, byte @Nullable [] reply, @Nullable Throwable failure) {
        if (reply == null) {
            this.link.leaveReplica(failure);
            call.answer()
                    .completeExceptionally(
                            (failure != null) ? failure : new IllegalStateException("Redis answered nothing"));
            return;
        }
        try {
            call.answer().complete(call.reading().apply(reply));
        } catch (RuntimeException ex) {
            call.answer().completeExceptionally(ex);
        }
    }
}
