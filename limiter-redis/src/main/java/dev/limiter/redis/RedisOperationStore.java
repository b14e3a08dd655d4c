package dev.limiter.redis;

import dev.limiter.OperationState;
import dev.limiter.operation.ClaimAnswer;
import dev.limiter.operation.OperationStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Operations in Redis, which many processes share: one key for each, and each change is one atomic script. Made by a
 * {@link RedisBucketStore#operations() bucket store}, whose connection, time-out and breakers it shares, and open as
 * long as that is. Safe for use by many threads; nothing blocks. Time is the server's.
 *
 * <p>What it holds is as durable as the Redis: see this module's README.
 *
 * <p>While a contour is away, all calls fail at once. What an owner releases or has done, and that a claim whose outcome is
 * not known is given back, it tells Redis again when the contour can be reached again, as long as this process lives: a few
 * times, until there is an answer. Said twice, it is as if it had been said at the second time.
 */
public final class RedisOperationStore implements OperationStore {

    static final String PART = "operation.lua";

    /** A server that goes on answering, but not to this, is not told it for ever. */
    private static final int SENDINGS = 5;

    private final Script script;

    private final Function<String, Reach> reaches;

    private final Owed owed;

    RedisOperationStore(RedisLink link, Duration timeout, Function<String, Reach> reaches, Owed owed) {
        this.script = new Script(List.of(PART), link, new Patience(timeout.toMillis()));
        this.reaches = reaches;
        this.owed = owed;
    }

    /** What is asked about which operation. */
    private record Question(String verb, String contour, String id, String owner, long ttlMillis) {

        byte[][] keys() {
            return new byte[][] {utf8(RedisNames.operation(this.contour, this.id))};
        }

        byte[][] arguments() {
            return new byte[][] {utf8(this.verb), utf8(this.owner), utf8(Long.toString(this.ttlMillis))};
        }

        private static byte[] utf8(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(String contour, String id, String owner, Duration ttl) {
        Reach reach = this.reaches.apply(contour);
        Throwable away = reach.reason();
        if (away != null) {
            return CompletableFuture.failedFuture(away);
        }
        CompletableFuture<byte[]> asked = call(reach, new Question("claim", contour, id, owner, ttl.toMillis()));
        return asked.whenComplete((reply, failure) -> {
                    if (failure != null) {
                        // once the contour can be reached again: after what is on its way there
                        tell(new Question("release", contour, id, owner, 0));
                    }
                })
                .thenApply(value -> answer(OperationValue.read(value), owner));
    }

    private static ClaimAnswer answer(OperationValue value, String owner) {
        return new ClaimAnswer(
                value.state() instanceof OperationState.InFlight
                        && value.owner().equals(owner),
                value.state());
    }

    @Override
    public CompletionStage<Void> done(String contour, String id, Duration ttl) {
        return tell(new Question("done", contour, id, "", ttl.toMillis())).thenAccept(value -> {});
    }

    @Override
    public CompletionStage<Boolean> release(String contour, String id, String owner) {
        return tell(new Question("release", contour, id, owner, 0)).thenApply(value -> value.length > 0);
    }

    @Override
    public CompletionStage<Boolean> release(String contour, String id) {
        return ask(new Question("clear", contour, id, "", 0)).thenApply(value -> value.length > 0);
    }

    @Override
    public CompletionStage<OperationState> find(String contour, String id) {
        return ask(new Question("find", contour, id, "", 0))
                .thenApply(value -> OperationValue.read(value).state());
    }

    /** Fails at once where the contour cannot be reached. */
    private CompletableFuture<byte[]> ask(Question question) {
        Reach reach = this.reaches.apply(question.contour());
        Throwable away = reach.reason();
        return (away != null) ? CompletableFuture.failedFuture(away) : call(reach, question);
    }

    private CompletionStage<byte[]> tell(Question question) {
        return tell(question, SENDINGS);
    }

    /** As {@link #ask}, but without an answer it is owed; what sent nothing does not count as a sending. */
    private CompletionStage<byte[]> tell(Question question, int sendings) {
        CompletableFuture<byte[]> asked = ask(question);
        // a connection that does not take it says so at once; what has been sent fails later
        int left = asked.isCompletedExceptionally() ? sendings : sendings - 1;
        return asked.whenComplete((reply, failure) -> {
            if (failure != null && left > 0) {
                owe(question, left);
            }
        });
    }

    private void owe(Question question, int sendings) {
        this.owed.add(question.contour(), () -> tell(question, sendings));
        if (this.reaches.apply(question.contour()).reason() == null) {
            // it can be reached again since a moment ago
            this.owed.reachable(question.contour());
        }
    }

    private CompletableFuture<byte[]> call(Reach reach, Question question) {
        return this.script
                .call(question.keys(), question.arguments(), Function.identity())
                .whenComplete((reply, failure) -> {
                    if (failure != null) {
                        reach.failed(failure);
                    }
                });
    }
}
