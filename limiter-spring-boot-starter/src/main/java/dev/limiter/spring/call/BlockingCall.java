package dev.limiter.spring.call;

import dev.limiter.RateLimitException;
import dev.limiter.http.RetryDecision;
import dev.limiter.http.RetryDecision.Reason;
import dev.limiter.http.RetryDecision.Repeat;
import dev.limiter.http.RetryDecision.Stop;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The outermost step of a call that blocks: sends it through the application's interceptors, and once more where the last
 * attempt was refused or failed and a repeat is safe and in budget. What comes out is the last answer or error, as itself.
 * The calling thread waits meanwhile, and can be interrupted.
 *
 * @param <R> the client's answer
 * @param <X> what the client throws
 */
public final class BlockingCall<R, X extends Exception> {

    private final Traffic traffic;

    private final Supplier<@Nullable Call> begun;

    private final Client<R, X> client;

    private BlockingCall(Traffic traffic, Supplier<@Nullable Call> begun, Client<R, X> client) {
        this.traffic = traffic;
        this.begun = begun;
        this.client = client;
    }

    /**
     * What a client does with its requests and answers.
     *
     * @param <R> its answer
     * @param <X> what it throws
     */
    public interface Client<R, X extends Exception> {

        /** Sends the request through the interceptors, for the first time or again. */
        R send() throws X;

        /** The answer's status. */
        int status(R answer);

        /** Reads the body of an answer that nobody will see, or gives its connection up. */
        void release(R answer);

        /** Gives up the answer to the last request, if it is open still: what came out instead of it was an error. */
        default void releaseDropped() {}

        /** What the client throws for such an answer, with a bounded piece of its body. The answer is released. */
        Exception exceptionOf(R answer);
    }

    /**
     * Runs a call to its end.
     *
     * @throws RateLimitException where a permit is denied, the budget is exhausted, or the thread is interrupted
     */
    public static <R, X extends Exception> R run(Traffic traffic, Call call, Client<R, X> client) throws X {
        return run(traffic, () -> call, client);
    }

    /**
     * Runs a call to its end whose client makes its request only when it sends it.
     *
     * @param begun the call, {@code null} before its first request is made
     * @throws RateLimitException where a permit is denied, the budget is exhausted, or the thread is interrupted
     */
    public static <R, X extends Exception> R run(Traffic traffic, Supplier<@Nullable Call> begun, Client<R, X> client)
            throws X {
        return new BlockingCall<>(traffic, begun, client).run();
    }

    /** What came out of the interceptors: one of the two. */
    private record Outcome<R>(@Nullable R answer, @Nullable Exception error) {}

    /** Whoever interrupts an exchange wants its end, and not another one. */
    private static boolean isInterrupted(Outcome<?> outcome) {
        return outcome.error() != null && Thread.currentThread().isInterrupted();
    }

    private R run() throws X {
        while (true) {
            Outcome<R> outcome = send();
            Call call = this.begun.get();
            if (call == null || isInterrupted(outcome)) {
                return asItself(outcome);
            }
            RetryDecision decision = call.next((outcome.answer() != null) ? this.client.status(outcome.answer()) : 0);
            if (decision instanceof Stop stop) {
                return (stop.reason() == Reason.BUDGET) ? exhausted(call, outcome) : asItself(outcome);
            }
            if (outcome.answer() != null) {
                this.client.release(outcome.answer());
            } else {
                this.client.releaseDropped();
            }
            backOff(call.contour(), ((Repeat) decision).after());
        }
    }

    private Outcome<R> send() {
        Call call = this.begun.get();
        if (call != null) {
            call.filtersRun();
        }
        try {
            return new Outcome<>(this.client.send(), null);
        } catch (Exception ex) {
            return new Outcome<>(null, ex);
        }
    }

    private R exhausted(Call call, Outcome<R> last) {
        throw call.budgetExhausted(
                (last.answer() != null)
                        ? this.client.exceptionOf(last.answer())
                        : Objects.requireNonNull(last.error()));
    }

    @SuppressWarnings("unchecked")
    private R asItself(Outcome<R> outcome) throws X {
        if (outcome.answer() != null) {
            return outcome.answer();
        }
        if (outcome.error() instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        throw (X) Objects.requireNonNull(outcome.error());
    }

    private void backOff(String contour, Duration wait) {
        CompletableFuture<Void> backoff = this.traffic.backoffs().begin(contour, wait);
        try {
            backoff.get();
        } catch (InterruptedException ex) {
            backoff.cancel(false);
            throw Interruption.of(ex, contour, "waiting for a repeat");
        } catch (ExecutionException ex) {
            throw (ex.getCause() instanceof RateLimitException closed) ? closed : new IllegalStateException(ex);
        }
    }
}
