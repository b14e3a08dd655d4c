package dev.limiter.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BucketTests {

    private static Bucket bucket(String key) {
        return Bucket.of(Contour.named("shop").limit(Rate.parse("8/s")).build(), key);
    }

    @Test
    void it_is_said_with_its_key() {
        assertThat(bucket("")).hasToString("shop");
        assertThat(bucket("tenant 7, Zürich")).hasToString("shop[tenant 7, Zürich]");
    }

    @ParameterizedTest
    @ValueSource(chars = {'\n', '\r', '\t', '\u001b', '\u0085', '\u2028', '\u2029', '\u202e'})
    void a_key_from_outside_makes_no_line_of_its_own_in_a_log(char separator) {
        Bucket bucket = bucket("a" + separator + "b");
        assertThat(bucket).hasToString("shop[a?b]");
        assertThat(bucket.key()).isEqualTo("a" + separator + "b");
    }
}
