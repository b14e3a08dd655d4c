package dev.limiter.spring.feign;

import dev.limiter.spring.call.Traffic;
import feign.InvocationHandlerFactory;
import feign.Target;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Puts the repeats around the methods of a Feign client that send requests. */
record RepeatingFactory(InvocationHandlerFactory factory, Supplier<Traffic> traffic)
        implements InvocationHandlerFactory {

    @Override
    @SuppressWarnings("rawtypes")
    public InvocationHandler create(Target target, Map<Method, MethodHandler> handlers) {
        Map<Method, MethodHandler> repeating = new LinkedHashMap<>();
        handlers.forEach((method, handler) -> repeating.put(method, repeating(target, method, handler)));
        return this.factory.create(target, repeating);
    }

    /** A default method sends nothing itself: what it calls does. */
    private MethodHandler repeating(Target<?> target, Method method, MethodHandler handler) {
        return method.isDefault() ? handler : new RepeatingMethod(handler, target, method, this.traffic);
    }
}
