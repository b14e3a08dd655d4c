package dev.limiter.contour;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContourTests {

    private static final Quota QUOTA = Quota.parse("3000/5m");

    @Test
    void a_quota_is_all_that_must_be_said() {
        Contour contour = Contour.named("datacite").quota(QUOTA).build();

        assertThat(contour.limits()).containsExactly(QUOTA.toLimit(.2, Duration.ofMillis(20)));
        assertThat(contour.startingBalance()).isEqualTo(StartingBalance.FULL);
        assertThat(contour.arrivalJitter()).isEqualTo(Duration.ofMillis(20));
        assertThat(contour.maxWait()).isEqualTo(Duration.ofSeconds(30));
        assertThat(contour.maxWaiting()).isEqualTo(10_000);
        assertThat(contour.concurrency()).isEqualTo(Contour.UNLIMITED_CONCURRENCY);
        assertThat(contour.horizon()).isEqualTo(Duration.ofMillis(250));
        assertThat(contour.pause()).isEqualTo(PausePolicy.DEFAULT);
        assertThat(contour.retry()).isEqualTo(RetryPolicy.DEFAULT);
        assertThat(contour.operationTtl()).isEqualTo(Duration.ofHours(24));
        assertThat(contour.hosts()).isEmpty();
        assertThat(contour.capacity()).isEqualTo(20);
    }

    @Test
    void limits_that_are_stated_hold_instead_of_the_quota() {
        Contour contour = Contour.named("datacite")
                .quota(QUOTA)
                .limit(Rate.parse("8/s"), 16)
                .limit(Rate.parse("10000/d"))
                .build();

        assertThat(contour.limits())
                .containsExactly(Limit.of(Rate.parse("8/s"), 16), Limit.of(Rate.parse("10000/d"), 5000));
        assertThat(contour.capacity()).isEqualTo(16);
    }

    @Test
    void an_arrival_jitter_that_is_stated_holds_for_every_stated_limit() {
        Contour contour = Contour.named("datacite")
                .arrivalJitter(Duration.ofMillis(50))
                .limit(Rate.parse("8/s"), 1)
                .limit(Rate.parse("1/w"))
                .build();

        assertThat(contour.limits())
                .extracting(Limit::arrivalJitter)
                .containsExactly(Duration.ofMillis(50), Duration.ofMillis(50));
    }

    @Test
    void a_quota_of_one_request_has_nothing_to_share() {
        assertThat(Contour.named("weekly").quota(Quota.parse("1/w")).build().limits())
                .containsExactly(Quota.parse("1/w").toLimit(0, Duration.ofMillis(20)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Contour.named("weekly")
                        .quota(Quota.parse("1/w"))
                        .headroom(.1)
                        .build())
                .withMessageContaining("leaves no request");
    }

    @Test
    void hosts_are_compared_in_lower_case() {
        Contour contour = Contour.named("datacite")
                .quota(QUOTA)
                .hosts(List.of("API.DataCite.org", "api.datacite.org", "api.test.datacite.org:8443"))
                .build();

        assertThat(contour.hosts()).containsExactlyInAnyOrder("api.datacite.org", "api.test.datacite.org:8443");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "data cite", "data/cite", "données", "a\nb", "{data}", "data*"})
    void p107_a_name_is_made_of_what_every_store_can_hold(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Contour.named(name).quota(QUOTA).build())
                .withMessage("a contour's name must be 1 to 100 letters, digits or . _ : - but is '" + name + "'");
    }

    @Test
    void p107_a_name_has_at_most_100_letters() {
        assertThat(Contour.named("a".repeat(100)).quota(QUOTA).build().name()).hasSize(100);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Contour.named("a".repeat(101)).quota(QUOTA).build());
    }

    @Test
    void p107_a_contour_without_a_limit_is_refused_with_what_to_write() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Contour.named("datacite").build())
                .withMessage(
                        "contour 'datacite' has no limit: write quota: 3000/5m (as the API documents it), or limits");
    }

    @Test
    void p107_nonsense_is_refused_and_the_property_named() {
        refused(builder -> builder.maxWait(Duration.ofMillis(-1)), "max-wait must not be negative, but is PT-0.001S");
        refused(builder -> builder.maxWaiting(0), "max-waiting must be at least 1, but is 0");
        refused(builder -> builder.maxKeys(0), "max-keys must be at least 1, but is 0");
        refused(builder -> builder.concurrency(0), "concurrency must be at least 1, but is 0");
        refused(builder -> builder.horizon(Duration.ZERO), "horizon must be from 1ms to 1 minute, but is PT0S");
        refused(builder -> builder.horizon(Duration.ofSeconds(61)), "horizon must be from 1ms to 1 minute");
        refused(
                builder -> builder.operationTtl(Duration.ofSeconds(59)),
                "operation-ttl must be from 1 minute to 366 days, but is PT59S");
        refused(
                builder -> builder.operationTtl(Duration.ofDays(367)),
                "operation-ttl must be from 1 minute to 366 days");
        refused(
                builder -> builder.arrivalJitter(Duration.ofMillis(-20)),
                "arrival-jitter must be from 0 to 1 minute, in whole microseconds, but is PT-0.02S");
        refused(builder -> builder.arrivalJitter(Duration.ofHours(1)), "arrival-jitter must be from 0 to 1 minute");
        refused(builder -> builder.headroom(1), "headroom must be from 0% to below 100%, but is 100.0%");
        refused(builder -> builder.headroom(-.1), "headroom must be from 0% to below 100%");
        refused(builder -> builder.limit(Rate.parse("8/s"), 0), "capacity must be from 1 to 1000000000, but is 0");
        refused(
                builder -> builder.limit(Rate.parse("8/s")).headroom(20),
                "headroom must be from 0% to below 100%, but is 2000.0%");
    }

    private static void refused(UnaryOperator<ContourBuilder> change, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        change.apply(Contour.named("datacite").quota(QUOTA)).build())
                .withMessageContaining(message);
    }

    @Test
    void to_wait_for_ever_is_no_nonsense() {
        Duration ever = Duration.ofSeconds(Long.MAX_VALUE);

        assertThat(Contour.named("datacite").quota(QUOTA).maxWait(ever).build().maxWait())
                .isEqualTo(ever);
    }

    @Test
    void it_has_a_hundred_limits_at_most() {
        ContourBuilder builder = Contour.named("many");
        for (int i = 0; i < Contour.MOST_LIMITS; i++) {
            builder.limit(Rate.parse("8/s"));
        }
        assertThat(builder.build().limits()).hasSize(100);
        builder.limit(Rate.parse("8/s"));
        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessageContaining("limits");
    }
}
