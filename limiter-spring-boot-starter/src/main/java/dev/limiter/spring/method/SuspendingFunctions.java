package dev.limiter.spring.method;

import java.lang.reflect.Method;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Kotlin's suspending functions as an advice sees them: Spring hands it a {@code Mono}, or a {@code Flux} where the
 * function returns a {@code Flow}, and turns what the advice returns back. Names no class of Kotlin, which may be absent.
 */
final class SuspendingFunctions {

    private static final String FLOW = "kotlinx.coroutines.flow.Flow";

    private static final boolean ADVISABLE = KotlinDetector.isKotlinReflectPresent()
            && ClassUtils.isPresent("kotlinx.coroutines.reactor.MonoKt", SuspendingFunctions.class.getClassLoader());

    private SuspendingFunctions() {}

    static boolean is(Method method) {
        return KotlinDetector.isSuspendingFunction(method);
    }

    static boolean isFlow(Class<?> type) {
        return type.getName().equals(FLOW);
    }

    /** How many parameters its author wrote: the last one of a suspending function is the compiler's. */
    static int parameters(Method method) {
        return is(method) ? method.getParameterCount() - 1 : method.getParameterCount();
    }

    /** What the rest of the invocation returns to an advice. */
    static Class<?> advised(Method method) {
        return isFlow(declared(method)) ? Flux.class : Mono.class;
    }

    static void check(Method method, String place) {
        if (!ADVISABLE) {
            throw new InvalidMarkException(
                    place,
                    "Spring cannot advise suspending functions here",
                    "Add org.jetbrains.kotlinx:kotlinx-coroutines-reactor and org.jetbrains.kotlin:kotlin-reflect");
        }
        Class<?> type = declared(method);
        boolean endsLater = CompletionStage.class.isAssignableFrom(type)
                || Future.class.isAssignableFrom(type)
                || ReactiveTypes.adapter(type) != null;
        if (endsLater && !isFlow(type)) {
            throw new InvalidMarkException(
                    place,
                    "a suspending function cannot return a %s: which of them is the call?"
                            .formatted(type.getSimpleName()),
                    "Return the value itself, or a Flow, or take suspend away");
        }
    }

    private static Class<?> declared(Method method) {
        return new MethodParameter(method, -1).getParameterType();
    }
}
