package dev.limiter.spring.method;

import dev.limiter.LimiterRegistry;
import dev.limiter.PermitPer;
import dev.limiter.gate.GateRegistry;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.ClassUtils;

/** Says at start-up which marked methods are called around their mark. */
final class SelfCallWarning {

    private static final Logger logger = LoggerFactory.getLogger(SelfCallWarning.class);

    private final Supplier<LimiterRegistry> registry;

    private final Set<Class<?>> told = ConcurrentHashMap.newKeySet();

    SelfCallWarning(Supplier<LimiterRegistry> registry) {
        this.registry = registry;
    }

    void warn(Class<?> beanClass, Map<Method, MethodMark> marks) {
        if (!this.told.add(beanClass)) {
            return;
        }
        Collection<Method> unseen = marks.entrySet().stream()
                .filter(marked -> !isLimitedByHost(marked.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        String type = ClassUtils.getShortName(ClassUtils.getUserClass(beanClass));
        SelfCalls.in(beanClass, unseen)
                .forEach((called, caller) -> logger.warn(
                        "{}.{} calls the marked method {} of its own class. Called on this, it passes no proxy and is not"
                                + " limited: mark {} instead, move one of them to another bean, or list the hosts of its"
                                + " contour.",
                        type,
                        caller,
                        called,
                        caller));
    }

    /** Then the client finds the contour without the mark. */
    private boolean isLimitedByHost(MethodMark mark) {
        return mark.permit() == PermitPer.ATTEMPT
                && this.registry.get() instanceof GateRegistry gates
                && !gates.contour(mark.contour()).hosts().isEmpty();
    }
}
