package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.bucket.Bucket;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RedisNamesTests {

    private static String name(String contour, String key) {
        return RedisNames.bucket(Bucket.of(Taken.contour(contour, "1/s", 1).build(), key));
    }

    @Test
    void names_are_readable() {
        assertThat(name("datacite", "")).isEqualTo("limiter:{datacite}:bucket:");
        assertThat(name("shop", "tenant-7_b.c~d")).isEqualTo("limiter:{shop}:bucket:tenant-7_b.c~d");
        assertThat(name("shop", "a b:{c}*%€\0")).isEqualTo("limiter:{shop}:bucket:a%20b%3A%7Bc%7D%2A%25%u20AC%00");
        assertThat(RedisNames.contourPause("shop")).isEqualTo("limiter:{shop}:pause");
        assertThat(RedisNames.pauseChannel("shop")).isEqualTo("limiter:{shop}:pauses");
        assertThat(RedisNames.limits("shop")).isEqualTo("limiter:{shop}:limits");
    }

    @Test
    void an_operation_is_named_by_its_id_and_by_a_digest_of_one_that_is_long() {
        assertThat(RedisNames.operation("shop", "order 1/é")).isEqualTo("limiter:{shop}:operation:order%201%2F%u00E9");
        assertThat(RedisNames.operation("shop", "a".repeat(200)))
                .isEqualTo("limiter:{shop}:operation:" + "a".repeat(200));
        assertThat(RedisNames.operation("shop", "a".repeat(201)))
                .isEqualTo(
                        "limiter:{shop}:operation-sha256:a92efd82109373e58f9a2056dee01e807e216ce6075f7051207c0a9f7d666e50");
        // unpaired surrogates, which are no UTF-8, stay different
        assertThat(RedisNames.operation("shop", "\uD83D".repeat(201)))
                .isNotEqualTo(RedisNames.operation("shop", "\uD83E".repeat(201)));
    }

    @Test
    void p27_no_name_of_a_contour_is_the_beginning_of_anothers() {
        List<String> similar = List.of("data", "data:cite", "data:", "data:bucket:", "dat", "Data");
        for (String one : similar) {
            for (String other : similar) {
                if (!one.equals(other)) {
                    assertThat(name(other, "key")).doesNotStartWith(name(one, ""));
                    assertThat(name(other, "key")).doesNotStartWith(RedisNames.contourPause(one));
                    assertThat(RedisNames.limits(other)).doesNotStartWith(RedisNames.limits(one));
                }
            }
        }
    }

    @Test
    void any_key_comes_back_and_different_keys_have_different_names() {
        Random random = new Random(27);
        Set<String> keys = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 2_000; i++) {
            char[] key = new char[random.nextInt(6)];
            for (int j = 0; j < key.length; j++) {
                // unpaired surrogates too
                key[j] =
                        (char) (random.nextBoolean() ? "%u:{}*é41".charAt(random.nextInt(9)) : random.nextInt(0x10000));
            }
            String text = new String(key);
            String name = name("c", text);
            assertThat(name).matches("limiter:\\{c}:bucket:[A-Za-z0-9._~%-]*");
            assertThat(RedisNames.keyOf("c", name)).isEqualTo(text);
            keys.add(text);
            names.add(name);
        }
        assertThat(names).hasSameSizeAs(keys);
    }
}
