package dev.limiter.spring.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the document on failure policies adds up is what the limits of its example give. */
class FailurePoliciesTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final Limit SHARED = Limit.of(Rate.parse("8/s"), 16);

    private static final Limit REDUCED = Limit.of(Rate.parse("2/s"), 2);

    private final String text = Document.text(Document.REPOSITORY.resolve("docs/failure-policies.md"));

    @Test
    void its_sums_are_those_of_its_limits() {
        long shared = SHARED.worstCase(SECOND);
        long reduced = REDUCED.worstCase(SECOND);
        assertThat(this.text)
                .contains("| 16 + 8 = %d |".formatted(shared))
                .contains("| 3 × (2 + 2) = %d |".formatted(3 * reduced))
                .contains("| %d + 2 × (2 + 2) = %d |".formatted(shared, shared + 2 * reduced))
                .contains("16 + 8 × 30 = %d.".formatted(SHARED.worstCase(Duration.ofSeconds(30))));
    }

    @Test
    void its_rates_for_three_replicas_keep_what_they_are_to_keep() {
        assertThat(this.text).contains("as `160/m`").contains("as `40/m`");
        assertThat(3 * Rate.parse("160/m").perSecond()).isLessThanOrEqualTo(8);
        assertThat(8 + 3 * Rate.parse("40/m").perSecond()).isLessThanOrEqualTo(10);
    }
}
