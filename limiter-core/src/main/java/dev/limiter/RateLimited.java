package dev.limiter;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an outbound call: what is sent while it runs spends permits of a contour.
 *
 * <p>By default the mark itself takes nothing. One permit is taken for each HTTP attempt, at the client, below all
 * filters of the application, so that its retries and the redirects it follows are counted too. A method that returns a
 * {@code Mono} or {@code Flux} does nothing before it is subscribed to, and each subscription is a call of its own; for
 * a method that blocks or returns a {@code CompletionStage} the mark is bound to the calling thread while the method
 * runs. A suspending function of Kotlin is one call, one that returns a {@code Flow} is a call for each collection.
 *
 * <p>May stand on a method, a type, an interface or as a meta-annotation. The most specific one wins; two that
 * contradict each other at the same distance fail at start-up.
 *
 * <p>A call that gets no permit ends with a {@link RateLimitException}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface RateLimited {

    /** The contour's name, as under {@code limiter.contours} in the configuration. An unknown one is an error. */
    String contour();

    /**
     * A SpEL expression for the contour key where one name covers many circuits, for example {@code #tenant.id}. Its
     * value may be a credential only where the contour has {@code secret-keys}; else it is written to logs and to the
     * store as it is. Empty (the default): the contour has one bucket.
     */
    String key() default "";

    /**
     * A SpEL expression for the key by which the server recognises a repeat, for example {@code #deposit.id}. Each POST
     * and PATCH that brings no such header carries its value, on every attempt, in the header that the contour names
     * ({@code Idempotency-Key}); so one whose outcome is not known can be repeated. Empty (the default): none, unless the
     * contour has one made for each call.
     */
    String idempotencyKey() default "";

    /**
     * A SpEL expression for the id of the business operation that a call is, for example {@code #deposit.id}. It is claimed
     * before the method runs, across processes and restarts, so that it is sent once: a second call is denied with an
     * {@link OperationDoneException} or an {@link OperationInFlightException}, and the method does not run. It is released
     * only where the server is known to have done nothing (429, or what a classifier says; no connection; no permit); a
     * success marks it as done; anything else leaves it in flight until the contour's {@code operation-ttl} has passed, or
     * until {@link Operations} settles it. Its value is written to logs and to the store as it is. Empty (the default): none.
     */
    String operation() default "";

    /** How many permits each attempt costs: a whole number, or a SpEL expression on the method's parameters. */
    String permits() default "1";

    /** Who is served first when callers wait. */
    Priority priority() default Priority.NORMAL;

    /**
     * The longest wait for each permit, for example {@code 500ms} or {@code 30s}; {@code 0} means now or never. Empty
     * (the default): the contour's {@code max-wait}.
     */
    String maxWait() default "";

    /** Whether a permit is taken for each HTTP attempt, or once for each call of the method. */
    PermitPer permit() default PermitPer.ATTEMPT;
}
