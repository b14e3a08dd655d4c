package dev.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class RepeatsExhaustedExceptionTests {

    private static final RepeatsExhaustedException EXHAUSTED =
            new RepeatsExhaustedException("datacite", "Contour 'datacite': 5 attempts", null, null);

    @Test
    void it_is_found_among_causes_and_suppressed_ones() {
        Exception answer = new IllegalStateException("429");
        answer.addSuppressed(EXHAUSTED);

        assertThat(RepeatsExhaustedException.isIn(answer)).isTrue();
        assertThat(RepeatsExhaustedException.isIn(new IOException("wrapped", answer)))
                .isTrue();
        assertThat(RepeatsExhaustedException.isIn(EXHAUSTED)).isTrue();
        assertThat(RepeatsExhaustedException.isIn(new RetryBudgetExhaustedException("datacite", "503", null)))
                .isTrue();
    }

    @Test
    void it_is_not_found_where_it_is_not_and_a_circle_of_causes_ends() {
        Exception one = new IllegalStateException("one");
        Exception other = new IllegalStateException("other", one);
        one.initCause(other);

        assertThat(RepeatsExhaustedException.isIn(one)).isFalse();
        assertThat(RepeatsExhaustedException.isIn(new QueueFullException("datacite", 3)))
                .isFalse();
    }
}
