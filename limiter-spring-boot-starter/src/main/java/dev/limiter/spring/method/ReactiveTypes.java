package dev.limiter.spring.method;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;

/** What is reactive here: nothing without Reactor, else all that Spring knows. */
final class ReactiveTypes {

    private static final boolean PRESENT =
            ClassUtils.isPresent("reactor.core.publisher.Flux", ReactiveTypes.class.getClassLoader());

    private ReactiveTypes() {}

    static @Nullable ReactiveAdapter adapter(Class<?> declared) {
        return PRESENT ? ReactiveAdapterRegistry.getSharedInstance().getAdapter(declared) : null;
    }

    static @Nullable ReactiveAdapter adapterOf(Object result) {
        return PRESENT ? ReactiveAdapterRegistry.getSharedInstance().getAdapter(null, result) : null;
    }
}
