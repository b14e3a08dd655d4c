package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;

import dev.limiter.Limiter;
import dev.limiter.LimiterListener;
import dev.limiter.LimiterRegistry;
import dev.limiter.Permit;
import dev.limiter.RateLimited;
import dev.limiter.UnknownContourException;
import dev.limiter.WaitReason;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.gate.GateRegistry;
import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.Verdict;
import dev.limiter.spring.method.RateLimitedBeanPostProcessor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

@ExtendWith(OutputCaptureExtension.class)
class LimiterAutoConfigurationTests {

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(LimiterAutoConfiguration.class));

    private final ApplicationContextRunner withContour =
            this.runner.withPropertyValues("limiter.contours.datacite.quota=3000/5m");

    /** Applications of other tests may have set another. */
    @BeforeEach
    void logLevel() {
        LoggingSystem.get(getClass().getClassLoader()).setLogLevel("dev.limiter", LogLevel.INFO);
    }

    @Test
    void the_auto_configurations_are_listed() {
        assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
                .filteredOn(name -> name.startsWith("dev.limiter."))
                .containsExactlyInAnyOrder(
                        LimiterAutoConfiguration.class.getName(),
                        ClientLimiterAutoConfiguration.class.getName(),
                        RestClientLimiterAutoConfiguration.class.getName(),
                        OperationsAutoConfiguration.class.getName(),
                        FeignLimiterAutoConfiguration.class.getName(),
                        LimiterHealthAutoConfiguration.class.getName(),
                        LimiterMetricsAutoConfiguration.class.getName(),
                        LimiterObservationAutoConfiguration.class.getName(),
                        LimiterEndpointAutoConfiguration.class.getName(),
                        LimiterEventsAutoConfiguration.class.getName(),
                        "dev.limiter.spring.autoconfigure.WebClientLimiterAutoConfiguration");
    }

    @Test
    void memory_makes_a_registry_of_the_configured_contours(CapturedOutput output) {
        this.withContour.withPropertyValues("limiter.store=memory").run(context -> {
            assertThat(context).hasSingleBean(InMemoryBucketStore.class).hasSingleBean(ResponseClassifier.class);
            assertThat(context.getBean(LimiterRegistry.class).contours()).containsExactly("datacite");
            assertThat(output).contains("Contour 'datacite': of the quota of 3,000 requests per 5 minutes");
        });
    }

    @Test
    void limits_that_break_the_quota_beside_them_start_with_a_warning(CapturedOutput output) {
        this.withContour
                .withPropertyValues("limiter.store=memory", "limiter.contours.datacite.limits[0].rate=11/s")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(output).contains("WARN").contains("up to 3,311 requests in any 5 minutes");
                });
    }

    @Test
    void without_contours_nothing_is_needed_and_nothing_fails() {
        this.runner.run(context -> {
            assertThat(context).hasNotFailed();
            LimiterRegistry registry = context.getBean(LimiterRegistry.class);
            assertThat(registry.contours()).isEmpty();
            assertThatExceptionOfType(UnknownContourException.class).isThrownBy(() -> registry.limiter("datacite"));
        });
    }

    @Test
    void without_contours_a_mark_names_an_unknown_one() {
        this.runner
                .withBean(Marked.class)
                .run(context -> assertThat(context).getFailure().hasRootCauseInstanceOf(UnknownContourException.class));
    }

    @Test
    void auto_without_redis_fails_and_says_what_to_write() {
        this.withContour.run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOf(NoStoreException.class)
                .hasMessageContaining("[datacite]")
                .hasMessageContaining("limiter.store=memory")
                .hasMessageContaining("spring-boot-starter-data-redis"));
    }

    @Test
    void auto_without_redis_on_the_class_path_fails_the_same_way() {
        this.withContour
                .withClassLoader(new FilteredClassLoader(RedisConnectionFactory.class))
                .run(context -> assertThat(context).getFailure().rootCause().isInstanceOf(NoStoreException.class));
    }

    @Test
    void each_bean_backs_off_where_the_application_has_its_own() {
        this.withContour.withUserConfiguration(OwnBeans.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context).hasSingleBean(BucketStore.class).hasBean("ownStore");
            assertThat(context).hasSingleBean(ResponseClassifier.class).hasBean("ownClassifier");
        });
        this.withContour
                .withUserConfiguration(OwnRegistry.class)
                .run(context ->
                        assertThat(context).hasSingleBean(LimiterRegistry.class).doesNotHaveBean(GateRegistry.class));
    }

    @Test
    void switched_off_nothing_is_limited_and_start_up_says_so(CapturedOutput output) {
        this.withContour
                .withBean(Marked.class)
                .withPropertyValues("limiter.enabled=false")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context)
                            .doesNotHaveBean(LimiterRegistry.class)
                            .doesNotHaveBean(RateLimitedBeanPostProcessor.class);
                    assertThat(output).contains("limiter.enabled=false: nothing is limited");
                });
    }

    @Test
    void all_listeners_are_told_even_where_one_fails_or_uses_the_registry_itself() {
        this.withContour
                .withPropertyValues("limiter.store=memory")
                .withBean("failing", LimiterListener.class, () -> new LimiterListener() {
                    @Override
                    public void granted(String contour, Duration waited, WaitReason reason) {
                        throw new IllegalStateException("expected in this test");
                    }
                })
                .withBean(CountingListener.class)
                .run(context -> {
                    context.getBean(LimiterRegistry.class)
                            .limiter("datacite")
                            .acquire()
                            .close();
                    Awaitility.await()
                            .atMost(Duration.ofSeconds(5))
                            .untilAsserted(() -> assertThat(context.getBean(CountingListener.class).heard)
                                    .containsExactly("datacite"));
                });
    }

    @Test
    void p104_a_changed_limit_holds_from_the_first_call_on_whatever_the_store_remembers() {
        AtomicLong micros = new AtomicLong(1);
        BucketStore kept = new InMemoryBucketStore(micros::get);
        ApplicationContextRunner shared = this.runner
                .withBean(BucketStore.class, () -> kept, definition -> definition.setDestroyMethodName(""))
                .withPropertyValues(
                        "limiter.contours.datacite.limits[0].capacity=2", "limiter.contours.datacite.arrival-jitter=0");
        shared.withPropertyValues("limiter.contours.datacite.limits[0].rate=10/s")
                .run(context -> {
                    Limiter limiter = context.getBean(LimiterRegistry.class).limiter("datacite");
                    assertThat(granted(limiter, 10)).isEqualTo(2);
                    micros.addAndGet(100_000);
                    assertThat(granted(limiter, 10)).isEqualTo(1);
                });
        shared.withPropertyValues("limiter.contours.datacite.limits[0].rate=2/s")
                .run(context -> {
                    Limiter limiter = context.getBean(LimiterRegistry.class).limiter("datacite");
                    micros.addAndGet(100_000);
                    int early = granted(limiter, 10);
                    micros.addAndGet(10_000_000);
                    assertThat(early + granted(limiter, 10)).isLessThanOrEqualTo(3);
                    micros.addAndGet(500_000);
                    assertThat(granted(limiter, 10)).isEqualTo(1);
                });
    }

    private static int granted(Limiter limiter, int asked) {
        int granted = 0;
        for (int i = 0; i < asked; i++) {
            granted += limiter.tryAcquire(1)
                            .map(LimiterAutoConfigurationTests::closed)
                            .isPresent()
                    ? 1
                    : 0;
        }
        return granted;
    }

    private static Permit closed(Permit permit) {
        permit.close();
        return permit;
    }

    static class Marked {
        @RateLimited(contour = "datacite")
        public void send() {}
    }

    static class CountingListener implements LimiterListener {

        final List<String> heard = new CopyOnWriteArrayList<>();

        private final LimiterRegistry registry;

        CountingListener(LimiterRegistry registry) {
            this.registry = registry;
        }

        @Override
        public void granted(String contour, Duration waited, WaitReason reason) {
            if (this.registry.contours().contains(contour)) {
                this.heard.add(contour);
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnBeans {
        @Bean
        BucketStore ownStore() {
            return new InMemoryBucketStore();
        }

        @Bean
        ResponseClassifier ownClassifier() {
            return answer -> Verdict.passed();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnRegistry {
        @Bean
        BucketStore ownStore() {
            return new InMemoryBucketStore();
        }

        @Bean
        LimiterRegistry ownRegistry() {
            return mock(LimiterRegistry.class);
        }
    }
}
