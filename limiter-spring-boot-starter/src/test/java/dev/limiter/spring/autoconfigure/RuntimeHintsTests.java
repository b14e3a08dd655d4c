package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.feign.FeignLimits;
import dev.limiter.spring.method.NotExhausted;
import feign.Client;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.ReflectionHintsPredicates;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.web.client.RestClient;

/** What a native image must keep, as far as Spring is told by the starter. */
class RuntimeHintsTests {

    private static final ReflectionHintsPredicates REFLECTION = RuntimeHintsPredicates.reflection();

    private static RuntimeHints hints(ClassLoader classLoader) {
        RuntimeHints hints = new RuntimeHints();
        SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
                .load(RuntimeHintsRegistrar.class)
                .stream()
                .filter(registrar -> registrar.getClass().getName().startsWith("dev.limiter."))
                .forEach(registrar -> registrar.registerHints(hints, classLoader));
        return hints;
    }

    @Test
    void what_is_reached_by_reflection_is_kept() throws ReflectiveOperationException {
        RuntimeHints hints = hints(getClass().getClassLoader());
        Class<?> builder = RestClient.builder().getClass();

        assertThat(REFLECTION.onMethodInvocation(builder.getDeclaredMethod("initRequestFactory")))
                .accepts(hints);
        assertThat(REFLECTION.onFieldAccess(builder.getDeclaredField("interceptors")))
                .accepts(hints);
        assertThat(REFLECTION.onFieldAccess(
                        Class.forName("org.springframework.http.client.HttpComponentsClientHttpRequest")
                                .getDeclaredField("httpContext")))
                .accepts(hints);
        assertThat(REFLECTION.onMethodInvocation(FeignLimits.class.getMethod("enrich", Client.class)))
                .accepts(hints);
        assertThat(REFLECTION.onConstructorInvocation(NotExhausted.class.getConstructor()))
                .accepts(hints);
    }

    @Test
    void the_script_is_kept() {
        assertThat(RuntimeHintsPredicates.resource().forResource("dev/limiter/redis/bucket.lua"))
                .accepts(hints(getClass().getClassLoader()));
    }

    @Test
    void of_what_is_absent_nothing_is_kept() throws ReflectiveOperationException {
        RuntimeHints hints = hints(new FilteredClassLoader("feign", "org.springframework.web.client"));

        assertThat(REFLECTION.onMethodInvocation(FeignLimits.class.getMethod("enrich", Client.class)))
                .rejects(hints);
        assertThat(REFLECTION.onConstructorInvocation(NotExhausted.class.getConstructor()))
                .accepts(hints);
    }
}
