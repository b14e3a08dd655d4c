package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTests {

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "30s, PT30S",
        "5m, PT5M",
        "24h, PT24H",
        "2d, PT48H",
        "PT1M30S, PT1M30S",
        "0, PT0S",
        "' 30s ', PT30S",
        "-1s, PT-1S"
    })
    void reads_the_forms_of_spring_boot(String text, Duration expected) {
        assertThat(DurationText.parse(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"30", "60000", "+5"})
    void a_number_without_a_unit_is_refused_with_both_readings(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurationText.parse(text))
                .withMessageContaining("write %ss for seconds", text)
                .withMessageContaining("%sms for milliseconds", text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "1 hour", "1w", "", "99999999999999999999s", "9223372036854775807d", "PTX"})
    void anything_else_is_refused_with_examples(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DurationText.parse(text))
                .withMessageContaining("such as 500ms, 30s");
    }
}
