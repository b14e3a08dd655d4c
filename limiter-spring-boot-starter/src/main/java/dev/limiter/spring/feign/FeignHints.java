package dev.limiter.spring.feign;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.util.ClassUtils;

/** What a native image must keep where Feign is there: it finds a capability's methods by reflection. */
final class FeignHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        if (ClassUtils.isPresent("feign.Capability", classLoader)) {
            hints.reflection().registerType(FeignLimits.class, MemberCategory.INVOKE_PUBLIC_METHODS);
        }
    }
}
