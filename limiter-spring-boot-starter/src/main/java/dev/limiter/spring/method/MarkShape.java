package dev.limiter.spring.method;

import dev.limiter.PermitPer;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ResolvableType;

/** Refuses marked methods whose end cannot be seen, or whose result cannot be wrapped. */
final class MarkShape {

    private MarkShape() {}

    /** What the method returns to an advice, with the bean's type arguments filled in. */
    static Class<?> returnType(Method method, Class<?> beanClass) {
        if (SuspendingFunctions.is(method)) {
            return SuspendingFunctions.advised(method);
        }
        Method specific = BridgeMethodResolver.getMostSpecificMethod(method, beanClass);
        return ResolvableType.forMethodReturnType(specific, beanClass).resolve(specific.getReturnType());
    }

    static void check(PermitPer permit, Method method, Class<?> beanClass, String place) {
        if (SuspendingFunctions.is(method)) {
            SuspendingFunctions.check(method, place);
            return;
        }
        Class<?> type = returnType(method, beanClass);
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
        if (adapter == null && SuspendingFunctions.isFlow(type)) {
            throw new InvalidMarkException(
                    place, "a Flow cannot be wrapped here", "Add org.jetbrains.kotlinx:kotlinx-coroutines-reactor");
        }
        if (adapter != null && !type.isAssignableFrom(adapter.getReactiveType())) {
            throw notWrappable(place, type, adapter.getReactiveType().getSimpleName());
        }
    }

    /** How the call of an operation ends must be seen. */
    static void checkOperation(Method method, Class<?> beanClass, String place) {
        Class<?> type = returnType(method, beanClass);
        boolean isStage = CompletionStage.class.isAssignableFrom(type);
        if (type == Object.class
                || (isStage && !type.isAssignableFrom(CompletableFuture.class))
                || (!isStage && Future.class.isAssignableFrom(type))) {
            throw new InvalidMarkException(
                    place,
                    "of an operation that returns a %s it cannot be told when it ends".formatted(type.getSimpleName()),
                    "Return a value, a CompletableFuture, or a Mono or Flux");
        }
    }

    private static InvalidMarkException notWrappable(String place, Class<?> type, String instead) {
        return new InvalidMarkException(
                place, "a %s cannot be wrapped".formatted(type.getSimpleName()), "Return a " + instead);
    }
}
