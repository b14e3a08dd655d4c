package dev.limiter.contour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.limiter.contour.StoreFailurePolicy.Kind;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StoreFailurePolicyTests {

    private static Limit limit(String rate, long capacity) {
        return new Limit(Rate.parse(rate), capacity, Duration.ZERO);
    }

    private static ContourBuilder contour(String rate, long capacity) {
        return Contour.named("datacite")
                .limit(Rate.parse("8/s"), 16)
                .limit(Rate.parse("10000/d"), 5000)
                .onStoreFailure(StoreFailurePolicy.reduced(limit(rate, capacity)));
    }

    @Test
    void by_default_callers_are_denied() {
        assertThat(Contour.named("datacite").limit(Rate.parse("8/s")).build().onStoreFailure())
                .isEqualTo(new StoreFailurePolicy(Kind.REJECT, null))
                .isEqualTo(StoreFailurePolicy.REJECT);
    }

    @Test
    void a_reduced_limit_has_no_default() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StoreFailurePolicy(Kind.REDUCED, null))
                .withMessage("on-store-failure: reduced needs a limit that each process may run alone: "
                        + "write reduced: {rate: 1/s, capacity: 1}");
    }

    @ParameterizedTest
    @EnumSource(names = {"REJECT", "QUEUE"})
    void a_reduced_limit_means_nothing_with_another_policy(Kind kind) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new StoreFailurePolicy(kind, limit("1/s", 1)))
                .withMessageStartingWith("reduced is the limit of on-store-failure: reduced, and means nothing with "
                        + kind.name().toLowerCase(Locale.ROOT));
    }

    @ParameterizedTest
    @CsvSource({"10000/d, 16", "1/m, 1", "6/m, 16", "1/w, 1"})
    void a_reduced_limit_is_at_most_each_of_the_contours_own(String rate, long capacity) {
        assertThat(contour(rate, capacity).build().onStoreFailure().reduced()).isEqualTo(limit(rate, capacity));
    }

    @ParameterizedTest
    @CsvSource({"9/s, 1, 8/s", "8/s, 1, 10000/d", "10001/d, 1, 10000/d"})
    void one_process_alone_must_not_be_faster_than_all_together(String rate, long capacity, String than) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> contour(rate, capacity).build())
                .withMessageContaining("reduced.rate must not be faster than the contour's own limit of "
                        + Rate.parse(than) + ", but is " + Rate.parse(rate));
    }

    @Test
    void one_process_alone_must_not_hold_more_than_all_together() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> contour("1/m", 17).build())
                .withMessage("reduced.capacity must not be above the contour's own capacity of 16, but is 17");
    }

    @Test
    void while_reduced_a_contour_has_that_one_limit_and_starts_empty() {
        Contour contour = contour("1/m", 2)
                .maxWaiting(7)
                .operationTtl(Duration.ofHours(7))
                .build();
        Contour reduced = contour.whileReduced();

        assertThat(reduced.limits()).containsExactly(limit("1/m", 2));
        assertThat(reduced.startingBalance()).isEqualTo(StartingBalance.EMPTY);
        assertThat(reduced.name()).isEqualTo("datacite");
        assertThat(reduced.maxWaiting()).isEqualTo(7);
        assertThat(reduced.operationTtl()).isEqualTo(Duration.ofHours(7));
        assertThatIllegalStateException()
                .isThrownBy(reduced::whileReduced)
                .withMessage("contour 'datacite' has no reduced limit");
    }
}
