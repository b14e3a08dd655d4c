package dev.limiter.spring.method;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * What a native image must keep for marks. The class files that {@link SelfCalls} reads are not in it: nothing there warns
 * of a marked method that is called from its own class.
 */
final class MarkHints implements RuntimeHintsRegistrar {

    /** Spring makes the predicate of a {@code @Retryable} by reflection. */
    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection().registerType(NotExhausted.class, MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);
    }
}
