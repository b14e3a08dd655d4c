package dev.limiter.redis;

import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ReflectionUtils;

/** What a native image must keep for the store: the scripts, and the field that {@link OwnClient} reads. */
final class StoreHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        String folder = StoreHints.class.getPackageName().replace('.', '/');
        BucketScript.PARTS.forEach(part -> hints.resources().registerPattern(folder + "/" + part));
        hints.resources().registerPattern(folder + "/" + RedisOperationStore.PART);
        hints.resources().registerPattern(folder + "/" + RemoteLimits.PART);
        Field field = ReflectionUtils.findField(LettuceConnectionFactory.class, OwnClient.SETTINGS_FIELD);
        if (field != null) {
            hints.reflection().registerField(field);
        }
    }
}
