package dev.limiter.spring.method;

import dev.limiter.CostAboveCapacityException;
import dev.limiter.LimiterRegistry;
import dev.limiter.RateLimited;
import dev.limiter.UnknownContourException;
import dev.limiter.gate.GateRegistry;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.BridgeMethodResolver;

/** Reads an annotation into a {@link MethodMark}: placeholders, durations, expressions, contour and cost. */
final class MarkReader {

    private final ConfigurableBeanFactory beans;

    private final Supplier<LimiterRegistry> registry;

    private final BooleanSupplier canClaim;

    MarkReader(ConfigurableBeanFactory beans, Supplier<LimiterRegistry> registry, BooleanSupplier canClaim) {
        this.beans = beans;
        this.registry = registry;
        this.canClaim = canClaim;
    }

    MethodMark read(RateLimited annotation, Method method, Class<?> beanClass) {
        String place = MarkSearch.place(method, beanClass);
        List<Method> methods = List.of(method, BridgeMethodResolver.getMostSpecificMethod(method, beanClass));
        MarkShape.check(annotation.permit(), method, beanClass, place);
        String contour = text("contour", annotation.contour(), place);
        String permits = text("permits", annotation.permits(), place);
        boolean constant = permits.matches("[+-]?\\d+");
        int cost = constant ? cost(permits, place) : 0;
        checkContour(contour, cost, place);
        return new MethodMark(
                place,
                MarkShape.returnType(method, beanClass),
                contour,
                expression("key", text("key", annotation.key(), place), methods, place),
                expression(
                        "idempotencyKey", text("idempotencyKey", annotation.idempotencyKey(), place), methods, place),
                operation(annotation, method, beanClass, methods, place),
                cost,
                constant ? null : expression("permits", permits, methods, place),
                annotation.priority(),
                maxWait(text("maxWait", annotation.maxWait(), place), place),
                annotation.permit());
    }

    private @Nullable MarkExpression operation(
            RateLimited annotation, Method method, Class<?> beanClass, List<Method> methods, String place) {
        String text = text("operation", annotation.operation(), place);
        if (text.isEmpty()) {
            return null;
        }
        MarkShape.checkOperation(method, beanClass, place);
        if (!this.canClaim.getAsBoolean()) {
            throw new InvalidMarkException(
                    place,
                    "operation = \"%s\" cannot be claimed: the application's BucketStore keeps no operations"
                            .formatted(text),
                    "Define a bean of type dev.limiter.operation.OperationStore beside it, which all replicas share");
        }
        return expression("operation", text, methods, place);
    }

    private String text(String attribute, String value, String place) {
        try {
            String resolved = this.beans.resolveEmbeddedValue(value);
            return (resolved != null) ? resolved.strip() : "";
        } catch (IllegalArgumentException ex) {
            throw new InvalidMarkException(
                    place,
                    "%s = \"%s\" cannot be resolved: %s".formatted(attribute, value, ex.getMessage()),
                    "Define the property, or give a default: ${name:default}",
                    ex);
        }
    }

    private static int cost(String permits, String place) {
        try {
            int cost = Integer.parseInt(permits);
            if (cost >= 1) {
                return cost;
            }
        } catch (NumberFormatException ex) {
            // Too large to be a cost: the same answer.
        }
        throw new InvalidMarkException(
                place,
                "permits = \"%s\" is no cost of a request".formatted(permits),
                "Write a whole number from 1 on, or a SpEL expression on the method's parameters such as #records.size()");
    }

    private static @Nullable Duration maxWait(String text, String place) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            Duration maxWait = DurationText.parse(text);
            if (!maxWait.isNegative()) {
                return maxWait;
            }
        } catch (IllegalArgumentException ex) {
            throw new InvalidMarkException(
                    place, "maxWait = \"%s\" is %s".formatted(text, ex.getMessage()), "0 means now or never", ex);
        }
        throw new InvalidMarkException(
                place, "maxWait = \"%s\" is negative".formatted(text), "Write 30s, or 0 for now or never");
    }

    private @Nullable MarkExpression expression(String attribute, String text, List<Method> methods, String place) {
        if (text.isEmpty()) {
            return null;
        }
        try {
            return MarkExpression.parse(text, methods, this.beans);
        } catch (IllegalArgumentException ex) {
            throw new InvalidMarkException(
                    place,
                    "%s: %s".formatted(attribute, ex.getMessage()),
                    "Write a SpEL expression on the method's parameters, such as #tenant.id or #p0",
                    ex);
        }
    }

    private void checkContour(String contour, int cost, String place) {
        LimiterRegistry known = this.registry.get();
        if (!known.contours().contains(contour)) {
            throw new InvalidMarkException(
                    place,
                    "contour '%s' is not configured; known contours: %s"
                            .formatted(contour, new TreeSet<>(known.contours())),
                    "Configure limiter.contours.%s, with quota: 3000/5m or what the API documents, or name a contour that is configured"
                            .formatted(contour),
                    new UnknownContourException(contour, known.contours()));
        }
        if (known instanceof GateRegistry gates && cost > gates.contour(contour).capacity()) {
            long capacity = gates.contour(contour).capacity();
            throw new InvalidMarkException(
                    place,
                    "permits = \"%d\" can never fit the capacity of contour '%s', which is %d"
                            .formatted(cost, contour, capacity),
                    "Lower the cost, or give each limit under limiter.contours.%s.limits a capacity of at least %d"
                            .formatted(contour, cost),
                    new CostAboveCapacityException(contour, cost, capacity));
        }
    }
}
