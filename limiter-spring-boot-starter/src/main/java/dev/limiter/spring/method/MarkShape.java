package dev.limiter.spring.method;

import dev.limiter.PermitPer;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ResolvableType;

/** Refuses marked methods whose end cannot be seen, or whose result cannot be wrapped. */
final class MarkShape {

    private MarkShape() {}

    /** What the method returns, with the bean's type arguments filled in. */
    static Class<?> returnType(Method method, Class<?> beanClass) {
        Method specific = BridgeMethodResolver.getMostSpecificMethod(method, beanClass);
        return ResolvableType.forMethodReturnType(specific, beanClass).resolve(specific.getReturnType());
    }

    static void check(PermitPer permit, Method method, Class<?> beanClass, String place) {
        Class<?> type = returnType(method, beanClass);
        if (KotlinDetector.isSuspendingFunction(method)) {
            throw new InvalidMarkException(
                    place, "suspending functions are not supported", "Return a Mono, Flux or CompletableFuture");
        }
        if (CompletionStage.class.isAssignableFrom(type)) {
            if (permit == PermitPer.METHOD && !type.isAssignableFrom(CompletableFuture.class)) {
                throw notWrappable(place, type, "CompletableFuture or CompletionStage");
            }
            return;
        }
        if (permit == PermitPer.METHOD && Future.class.isAssignableFrom(type)) {
            throw new InvalidMarkException(
                    place,
                    "a %s does not say when it ends, nor how".formatted(type.getSimpleName()),
                    "With permit = METHOD, return a CompletableFuture");
        }
        ReactiveAdapter adapter = ReactiveTypes.adapter(type);
        if (adapter != null && !type.isAssignableFrom(adapter.getReactiveType())) {
            throw notWrappable(place, type, adapter.getReactiveType().getSimpleName());
        }
    }

    private static InvalidMarkException notWrappable(String place, Class<?> type, String instead) {
        return new InvalidMarkException(
                place, "a %s cannot be wrapped".formatted(type.getSimpleName()), "Return a " + instead);
    }
}
