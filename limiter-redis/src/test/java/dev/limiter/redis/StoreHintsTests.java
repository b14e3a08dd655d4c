package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class StoreHintsTests {

    private final RuntimeHints hints = new RuntimeHints();

    @Test
    void what_a_native_image_must_keep_is_listed_where_spring_looks() throws NoSuchFieldException {
        List<RuntimeHintsRegistrar> listed = SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
                .load(RuntimeHintsRegistrar.class);
        listed.stream().filter(StoreHints.class::isInstance).forEach(each -> each.registerHints(this.hints, null));

        assertThat(Stream.concat(BucketScript.PARTS.stream(), Stream.of(RedisOperationStore.PART)))
                .allSatisfy(
                        part -> assertThat(RuntimeHintsPredicates.resource().forResource("dev/limiter/redis/" + part))
                                .accepts(this.hints));
        assertThat(RuntimeHintsPredicates.reflection()
                        .onFieldAccess(LettuceConnectionFactory.class.getDeclaredField("configuration")))
                .accepts(this.hints);
    }
}
