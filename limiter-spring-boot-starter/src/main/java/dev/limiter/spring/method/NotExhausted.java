package dev.limiter.spring.method;

import dev.limiter.RateLimitException;
import dev.limiter.RepeatsExhaustedException;
import dev.limiter.spring.call.Failures;
import java.lang.reflect.Method;
import org.springframework.resilience.retry.MethodRetryPredicate;

/**
 * Keeps retries around a marked method from multiplying those of its contour: no for a call that was repeated as often or
 * as long as it may be, and for a {@link RateLimitException}, which says itself when a new try can succeed; else yes.
 *
 * <pre>{@code
 * @Retryable(predicate = NotExhausted.class)
 * @RateLimited(contour = "datacite")
 * Deposit deposit(Metadata metadata) { ... }
 * }</pre>
 *
 * <p>Where a contour repeats nothing ({@code retry.max-attempts: 1}) nothing is exhausted, and the outer retries are all
 * there are. Stateless.
 */
public final class NotExhausted implements MethodRetryPredicate {

    @Override
    public boolean shouldRetry(Method method, Throwable thrown) {
        return Failures.denialIn(thrown) == null && !RepeatsExhaustedException.isIn(thrown);
    }
}
