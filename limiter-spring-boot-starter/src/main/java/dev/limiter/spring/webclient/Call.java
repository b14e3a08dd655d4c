package dev.limiter.spring.webclient;

import dev.limiter.http.RetryRules;
import dev.limiter.http.SentRequest;
import dev.limiter.spring.method.CallMark;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;
import org.springframework.web.reactive.function.client.ClientRequest;

/**
 * One call of a client: what its attempts have in common, and what its repeats go by. Travels as an attribute of the
 * request, so that filters that change threads or contexts do not lose it.
 */
final class Call {

    private static final String ATTRIBUTE = Call.class.getName();

    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private final ClientRequest request;

    private final @Nullable CallMark mark;

    private final AtomicInteger attempts = new AtomicInteger();

    private volatile @Nullable Attempt last;

    private Call(ClientRequest request, @Nullable CallMark mark) {
        this.mark = mark;
        this.request = ClientRequest.from(request).attribute(ATTRIBUTE, this).build();
    }

    /** A new call, as the application made it: no filter has seen its request. */
    static Call of(ClientRequest request, @Nullable CallMark mark) {
        return new Call(request, mark);
    }

    /** The call that an attempt's request belongs to; {@code null} where a filter has made that request itself. */
    static @Nullable Call ofAttempt(ClientRequest request) {
        return (request.attributes().get(ATTRIBUTE) instanceof Call call) ? call : null;
    }

    /** The request that goes through the application's filters each time. */
    ClientRequest request() {
        return this.request;
    }

    @Nullable
    CallMark mark() {
        return this.mark;
    }

    /** The filters run, for the first time or again: what the last attempt was does not count any more. */
    void filtersRun() {
        this.last = null;
    }

    /** An attempt begins: one exchange, those included that the application's own filters repeat. */
    void begins(Attempt attempt, RetryRules rules) {
        if (this.attempts.incrementAndGet() == 1) {
            rules.budget().firstAttempt();
        }
        this.last = attempt;
    }

    /** How many attempts there were. */
    int attempts() {
        return this.attempts.get();
    }

    /** The last attempt since the filters last began. */
    @Nullable
    Attempt last() {
        return this.last;
    }

    /** What a repeat depends on. The application's request counts: filters make theirs from it each time. */
    SentRequest sent() {
        return new SentRequest(
                this.request.method().name(),
                StringUtils.hasText(this.request.headers().getFirst(IDEMPOTENCY_KEY)),
                RepeatableBody.isIn(this.request));
    }
}
