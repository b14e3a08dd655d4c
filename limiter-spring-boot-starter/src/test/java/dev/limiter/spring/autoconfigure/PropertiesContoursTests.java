package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.contour.Contour;
import dev.limiter.contour.IdempotencyKeys;
import dev.limiter.contour.Limit;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.Quota;
import dev.limiter.contour.Rate;
import dev.limiter.contour.RetryPolicy;
import dev.limiter.contour.StartingBalance;
import dev.limiter.gate.GateRegistry;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.ConfigDataApplicationContextInitializer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class PropertiesContoursTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(LimiterAutoConfiguration.class))
            .withPropertyValues("limiter.store=memory");

    @Test
    void every_name_of_the_yaml_is_bound() {
        this.runner
                .withInitializer(new ConfigDataApplicationContextInitializer())
                .withPropertyValues("spring.config.location=classpath:/dev/limiter/spring/autoconfigure/all-names.yaml")
                .run(context -> {
                    GateRegistry registry = context.getBean(GateRegistry.class);
                    Contour datacite = registry.contour("datacite");
                    assertThat(datacite.limits()).hasSize(1);
                    assertThat(datacite.limits()
                                    .get(0)
                                    .worstCase(Duration.ofMinutes(5).plusMillis(30)))
                            .isEqualTo(2250);
                    assertThat(datacite.arrivalJitter()).hasMillis(30);
                    assertThat(datacite.startingBalance()).isEqualTo(StartingBalance.EMPTY);
                    assertThat(datacite.secretKeys()).isTrue();
                    assertThat(datacite.maxKeys()).isEqualTo(50);
                    assertThat(datacite.hosts())
                            .containsExactlyInAnyOrder("api.datacite.org", "api.test.datacite.org:8443");
                    assertThat(datacite.maxWait()).hasSeconds(45);
                    assertThat(datacite.maxWaiting()).isEqualTo(500);
                    assertThat(datacite.concurrency()).isEqualTo(8);
                    assertThat(datacite.horizon()).hasMillis(200);
                    assertThat(datacite.pause())
                            .isEqualTo(new PausePolicy(
                                    Duration.ofSeconds(4),
                                    Duration.ofHours(12),
                                    Duration.ofMillis(400),
                                    PausePolicy.Resume.REFILL));
                    assertThat(datacite.retry())
                            .isEqualTo(new RetryPolicy(
                                    3,
                                    Duration.ofSeconds(2),
                                    Duration.ofSeconds(20),
                                    Duration.ofMinutes(2),
                                    0.125,
                                    false,
                                    Set.of(500, 503)));
                    assertThat(datacite.operationTtl()).hasHours(12);
                    assertThat(datacite.idempotencyKeys()).isEqualTo(new IdempotencyKeys("X-Idempotency-Key", true));
                    assertThat(registry.contour("zenodo").limits())
                            .containsExactly(Limit.of(Rate.parse("8/s"), 16), Limit.of(Rate.parse("10000/d")));
                });
    }

    @Test
    void defaults_are_those_of_the_core() {
        this.runner
                .withPropertyValues("limiter.contours.datacite.quota=3000/5m")
                .run(context -> {
                    Contour bound = context.getBean(GateRegistry.class).contour("datacite");
                    Contour core = Contour.named("datacite")
                            .quota(Quota.parse("3000/5m"))
                            .build();
                    assertThat(bound).isEqualTo(core);
                });
    }

    @ParameterizedTest
    @CsvSource({
        "5/min, 5, PT1M",
        "5/m, 5, PT1M",
        "1/10s, 1, PT10S",
        "100/h, 100, PT1H",
        "1/d, 1, PT24H",
        "3000/5m, 3000, PT5M",
        "1/w, 1, PT168H",
        "100/PT1H, 100, PT1H"
    })
    void p101_slower_than_one_per_second_is_count_and_period(String rate, long permits, Duration period) {
        this.runner
                .withPropertyValues("limiter.contours.datacite.limits[0].rate=" + rate)
                .run(context -> {
                    Limit limit = context.getBean(GateRegistry.class)
                            .contour("datacite")
                            .limits()
                            .get(0);
                    assertThat(limit.rate()).isEqualTo(new Rate(permits, period));
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "quota | 0/s | count must be from 1 | quota=3000/5m",
                "quota | -1/s | does not start with a whole number | quota=3000/5m",
                "quota | 1.5/s | does not start with a whole number | quota=3000/5m",
                "quota | '' | blank | Write a value",
                "quota | 3000 | is not a rate | quota=3000/5m",
                "quota | 3000/0s | period must be above zero | quota=3000/5m",
                "quota | 3000/-5m | no readable period | quota=3000/5m",
                "quota | 3000/109500d | at most 366 days | quota=3000/5m",
                "quota | 3000/5y | no readable period | quota=3000/5m",
                "quota | 99999999999/s | does not start with a whole number | quota=3000/5m",
                "limits[0].rate | 8/0s | period must be above zero | rate=8/s",
                "limits[0].rate | 0/s | count must be from 1 | rate=8/s",
                "limits[0].rate | '' | blank | Write a value",
                "limits[0].capacity | 0 | capacity must be from 1 | capacity=16",
                "limits[0].capacity | -3 | capacity must be from 1 | capacity=16",
                "limits[0].capacity | '' | blank | Write a value",
                "headroom | 20 | without a percent sign: write 20% | headroom=20%",
                "headroom | 0.2 | without a percent sign: write 20% | headroom=20%",
                "headroom | 120% | from 0% to below 100% | headroom=20%",
                "headroom | 100% | from 0% to below 100% | headroom=20%",
                "headroom | -5% | from 0% to below 100% | headroom=20%",
                "headroom | some | not a share | headroom=20%",
                "arrival-jitter | 20 | write 20s for seconds, or 20ms | arrival-jitter=20ms",
                "arrival-jitter | 5m | it must be from 0 to 1 minute | arrival-jitter=20ms",
                "arrival-jitter | -1s | it must be from 0 to 1 minute | arrival-jitter=20ms",
                "max-wait | 30 | write 30s for seconds, or 30ms | max-wait=30s",
                "max-wait | -1s | max-wait must not be negative | max-wait=30s",
                "max-wait | for ever | not a duration | max-wait=30s",
                "max-wait | '' | blank | Write a value",
                "max-waiting | 0 | max-waiting must be at least 1 | max-waiting=10000",
                "max-waiting | '' | blank | Write a value",
                "concurrency | 0 | concurrency must be at least 1 | concurrency=8",
                "horizon | 250 | write 250s for seconds, or 250ms | horizon=250ms",
                "horizon | 0 | horizon must be from 1ms | horizon=250ms",
                "hosts | https://api.datacite.org/dois | no URL | hosts=api.datacite.org",
                "hosts | *.datacite.org | no URL or pattern | hosts=api.datacite.org",
                "pause.fallback | 5 | write 5s for seconds | pause.fallback=5s",
                "pause.fallback | 0 | pause.fallback must be from 1ms | pause.fallback=5s",
                "pause.max | 1s | pause.max must be from pause.fallback | pause.max=24h",
                "pause.jitter | 2m | pause.jitter must be from 0 | pause.jitter=500ms",
                "retry.max-attempts | '' | blank | Write a value",
                "retry.max-attempts | 0 | retry.max-attempts must be from 1 | retry.max-attempts=5",
                "retry.backoff | 1 | write 1s for seconds | retry.backoff=1s",
                "retry.max-backoff | 100ms | retry.max-backoff must be from retry.backoff | retry.max-backoff=30s",
                "retry.budget | 20 | write 20% | retry.budget=20%",
                "retry.budget | 150% | retry.budget must be from 0% | retry.budget=20%",
            })
    void p107_p108_nonsense_fails_at_start_up_with_property_value_and_advice(
            String name, String value, String problem, String advice) {
        String text = "''".equals(value) ? "" : value;
        String fallback = name.startsWith("limits[0].c") ? "limits[0].rate=8/s" : "quota=3000/5m";
        this.runner
                .withPropertyValues("limiter.contours.datacite." + fallback)
                .withPropertyValues("limiter.contours.datacite." + name + "=" + text)
                .run(context -> {
                    InvalidPropertyException failure = find(context.getStartupFailure());
                    assertThat(failure.property()).isEqualTo("limiter.contours.datacite." + name);
                    assertThat(failure.value()).isEqualTo(text);
                    assertThat(failure.problem()).contains(problem);
                    assertThat(failure.advice()).contains(advice);
                    assertThat(failure).hasMessageContaining(failure.property() + "=" + text);
                });
    }

    @Test
    void p107_a_contour_without_a_limit_is_refused() {
        this.runner
                .withPropertyValues("limiter.contours.datacite.hosts=api.datacite.org")
                .run(context -> {
                    InvalidPropertyException failure = find(context.getStartupFailure());
                    assertThat(failure.property()).isEqualTo("limiter.contours.datacite.quota");
                    assertThat(failure).hasMessageContaining("has no limit").hasMessageContaining("quota=3000/5m");
                });
    }

    @Test
    void p107_a_limit_without_a_rate_is_refused() {
        this.runner
                .withPropertyValues("limiter.contours.datacite.limits[0].capacity=3")
                .run(context -> assertThat(find(context.getStartupFailure()).property())
                        .isEqualTo("limiter.contours.datacite.limits[0].rate"));
    }

    @Test
    void p107_a_headroom_that_leaves_nothing_is_refused() {
        this.runner
                .withPropertyValues("limiter.contours.datacite.quota=2/s", "limiter.contours.datacite.headroom=60%")
                .run(context -> assertThat(find(context.getStartupFailure()))
                        .hasMessageContaining("limiter.contours.datacite.headroom=60%")
                        .hasMessageContaining("leaves no request"));
    }

    @ParameterizedTest
    @CsvSource({"data-cite, dataCite", "my_api, my-api", "DataCite, datacite"})
    void p107_a_duplicate_contour_is_refused(String first, String second) {
        this.runner
                .withPropertyValues(
                        "limiter.contours.%s.quota=1/s".formatted(first),
                        "limiter.contours.%s.quota=2/s".formatted(second))
                .run(context -> assertThat(find(context.getStartupFailure()))
                        .hasMessageContaining("'%s'", first)
                        .hasMessageContaining("'%s'", second)
                        .hasMessageContaining("there twice"));
    }

    @Test
    void a_contour_name_with_other_characters_is_refused() {
        this.runner
                .withPropertyValues("limiter.contours.[my api].quota=1/s")
                .run(context -> assertThat(find(context.getStartupFailure()))
                        .hasMessageContaining("limiter.contours.my api")
                        .hasMessageContaining("letters, digits"));
    }

    @Test
    void a_misspelled_property_is_refused() {
        this.runner
                .withPropertyValues("limiter.contours.datacite.qouta=1/s")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("limiter.contours.datacite.qouta"));
    }

    @Test
    void a_zero_needs_no_unit() {
        this.runner
                .withPropertyValues(
                        "limiter.contours.datacite.quota=1/s",
                        "limiter.contours.datacite.max-wait=0",
                        "limiter.contours.datacite.headroom=0",
                        "limiter.contours.datacite.hosts=")
                .run(context -> {
                    Contour contour = context.getBean(GateRegistry.class).contour("datacite");
                    assertThat(contour.maxWait()).isZero();
                    assertThat(contour.hosts()).isEmpty();
                });
    }

    private static InvalidPropertyException find(@Nullable Throwable failure) {
        for (Throwable link = failure; link != null; link = link.getCause()) {
            if (link instanceof InvalidPropertyException invalid) {
                return invalid;
            }
        }
        throw new AssertionError("no InvalidPropertyException", failure);
    }
}
