package dev.limiter.spring.feign;

import dev.limiter.spring.call.Call;
import dev.limiter.spring.call.CallMark;
import dev.limiter.spring.call.Traffic;
import feign.Request;
import feign.RequestTemplate;
import feign.Target;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call of a Feign client's method, bound to the thread while Feign works on it: Feign hands nothing from its methods
 * to its client. A call that an interceptor makes meanwhile binds its own. Used by one thread.
 */
final class FeignCall {

    private static final ThreadLocal<@Nullable FeignCall> UNDER_WAY = new ThreadLocal<>();

    private final Traffic traffic;

    private final Target<?> target;

    private final @Nullable CallMark mark = CallMark.onThread();

    private @Nullable Call call;

    private @Nullable RequestTemplate seen;

    private @Nullable Consumer<RequestTemplate> encoded;

    private int status;

    FeignCall(Traffic traffic, Target<?> target) {
        this.traffic = traffic;
        this.target = target;
    }

    /** The one that the calling thread is working on. */
    static @Nullable FeignCall underWay() {
        return UNDER_WAY.get();
    }

    /** {@code null} before its first request is made. */
    @Nullable
    Call call() {
        return this.call;
    }

    /** An interceptor is about to run: the first one of an attempt is shown the request as the application made it. */
    void beforeInterceptor(RequestTemplate template) {
        if (template == this.seen) {
            return;
        }
        this.seen = template;
        Call.IdempotencyKey key =
                begin(() -> FeignRequest.of(template, this.target)).idempotencyKey();
        if (key != null) {
            template.removeHeader(key.header());
            template.headerLiteral(key.header(), key.value());
        }
    }

    /** The request is about to be sent. Where no interceptor has run, it is as the application made it. */
    Call beforeSending(Request request) {
        return begin(() -> FeignRequest.of(request, null));
    }

    private Call begin(Supplier<FeignRequest> request) {
        Call begun = this.call;
        if (begun == null) {
            begun = new Call(this.traffic, request.get(), this.mark);
            this.call = begun;
        }
        return begun;
    }

    /** What an encoder has done to the first attempt's request, to be done to the next one's. */
    @Nullable
    Consumer<RequestTemplate> encoded() {
        return this.encoded;
    }

    void encoded(Consumer<RequestTemplate> how) {
        this.encoded = how;
    }

    /** The last answer's; 0 where the attempt had none yet. */
    int status() {
        return this.status;
    }

    void answered(int value) {
        this.status = value;
    }

    /** An attempt begins, on this thread, and lasts until the scope is closed. */
    Scope bindToThread() {
        this.status = 0;
        this.seen = null;
        return new Scope(this);
    }

    /** The time during which a call is bound. Closing it brings back the call that was bound before. */
    static final class Scope implements AutoCloseable {

        private final @Nullable FeignCall before = UNDER_WAY.get();

        private Scope(FeignCall bound) {
            UNDER_WAY.set(bound);
        }

        @Override
        public void close() {
            if (this.before == null) {
                UNDER_WAY.remove();
            } else {
                UNDER_WAY.set(this.before);
            }
        }
    }
}
