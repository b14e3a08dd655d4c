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
import org.jspecify.annotations.Nullable;

/**
 * The outermost step of a call that blocks: sends it through the application's interceptors, and once more where the last
 * attempt was refused or failed and a repeat is safe and in budget. What comes out is the last answer or error, as itself.
 * The calling thread waits meanwhile, and can be interrupted.
 */
public final class BlockingCall {

    private BlockingCall() {}

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

        /** What the client throws for such an answer, with a bounded piece of its body. The answer is released. */
        Exception exceptionOf(R answer);
    }

    /**
     * Runs a call to its end.
     *
     * @throws RateLimitException where a permit is denied, the budget is exhausted, or the thread is interrupted
     */
    public static <R, X extends Exception> R run(Traffic traffic, Call call, Client<R, X> client) throws X {
        while (true) {
            call.filtersRun();
            @Nullable R answer = null;
            @Nullable Exception error = null;
            try {
                answer = client.send();
            } catch (Exception ex) {
                error = ex;
            }
            RetryDecision decision = call.next((answer != null) ? client.status(answer) : 0);
            if (decision instanceof Repeat repeat) {
                if (answer != null) {
                    client.release(answer);
                }
                backOff(traffic, call.contour(), repeat.after());
                continue;
            }
            boolean exhausted = decision instanceof Stop stop && stop.reason() == Reason.BUDGET;
            if (answer != null) {
                if (exhausted) {
                    throw call.budgetExhausted(client.exceptionOf(answer));
                }
                return answer;
            }
            Exception last = Objects.requireNonNull(error, "a client answers or throws");
            if (exhausted) {
                throw call.budgetExhausted(last);
            }
            throw BlockingCall.<X>asItself(last);
        }
    }

    @SuppressWarnings("unchecked")
    private static <X extends Exception> X asItself(Exception error) {
        if (error instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return (X) error;
    }

    private static void backOff(Traffic traffic, String contour, Duration wait) {
        CompletableFuture<Void> backoff = traffic.backoffs().begin(contour, wait);
        try {
            backoff.get();
        } catch (InterruptedException ex) {
            backoff.cancel(false);
            Thread.currentThread().interrupt();
            throw new RateLimitException(
                    contour, "Contour '%s': interrupted while waiting for a repeat".formatted(contour), null, ex);
        } catch (ExecutionException ex) {
            throw (ex.getCause() instanceof RateLimitException closed) ? closed : new IllegalStateException(ex);
        }
    }
}
