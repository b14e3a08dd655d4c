package dev.limiter.spring.method;

import dev.limiter.PermitPer;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.spring.call.CallMark;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.BeanUtils;

/**
 * What a method's annotation says, read and checked.
 *
 * @param name the method, for people
 * @param returnType what it returns to an advice, with the bean's type arguments filled in
 * @param key {@code null} where the contour has one bucket
 * @param idempotencyKey {@code null} where the annotation says nothing of one
 * @param operationOfCall {@code null} where no call is a business operation
 * @param permits the cost where it is the same for each call, else 0
 * @param permitsOfCall the cost where it depends on the call
 */
record MethodMark(
        String name,
        Class<?> returnType,
        String contour,
        @Nullable MarkExpression key,
        @Nullable MarkExpression idempotencyKey,
        @Nullable MarkExpression operationOfCall,
        int permits,
        @Nullable MarkExpression permitsOfCall,
        Priority priority,
        @Nullable Duration maxWait,
        PermitPer permit) {

    /** The mark of one call, outside of all others. */
    CallMark call(@Nullable Object[] arguments) {
        CallMark mark = CallMark.perAttempt(this.contour, keyFor(arguments), request(arguments), this.name);
        return (this.idempotencyKey != null) ? mark.withIdempotencyKey(idempotencyKeyFor(arguments)) : mark;
    }

    private PermitRequest request(@Nullable Object[] arguments) {
        return new PermitRequest(
                (this.permitsOfCall != null) ? cost(this.permitsOfCall, arguments) : this.permits,
                this.priority,
                this.maxWait);
    }

    private String keyFor(@Nullable Object[] arguments) {
        return (this.key != null) ? id("contour key", this.key, arguments) : "";
    }

    private @Nullable String idempotencyKeyFor(@Nullable Object[] arguments) {
        return (this.idempotencyKey != null) ? id("idempotency key", this.idempotencyKey, arguments) : null;
    }

    /** The id of the business operation that one call is; {@code null} for none. */
    @Nullable
    String operation(@Nullable Object[] arguments) {
        return (this.operationOfCall != null) ? id("operation", this.operationOfCall, arguments) : null;
    }

    private String id(String what, MarkExpression expression, @Nullable Object[] arguments) {
        Object value = expression.value(arguments);
        if (value == null) {
            throw new IllegalStateException("%s: the %s %s is null".formatted(this.name, what, expression));
        }
        // An object's own text may change from run to run, or hold more than an id: one bucket a call, or a secret.
        if (!BeanUtils.isSimpleValueType(value.getClass())) {
            throw new IllegalStateException("%s: the %s %s is a %s: write an expression for its id"
                    .formatted(this.name, what, expression, value.getClass().getName()));
        }
        return value.toString();
    }

    private int cost(MarkExpression expression, @Nullable Object[] arguments) {
        Object value = expression.value(arguments);
        if (value instanceof Number number && number.doubleValue() == number.intValue() && number.intValue() >= 1) {
            return number.intValue();
        }
        // Of what is no number, the type alone: it may be anything that the method was given.
        Object shown = (value == null || value instanceof Number)
                ? value
                : "a " + value.getClass().getName();
        throw new IllegalStateException(
                "%s: permits must be a whole number from 1 on, but %s is %s".formatted(this.name, expression, shown));
    }
}
