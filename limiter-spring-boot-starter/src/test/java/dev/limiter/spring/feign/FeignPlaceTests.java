package dev.limiter.spring.feign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.PermitTimeoutException;
import dev.limiter.RateLimitException;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import feign.Capability;
import feign.Client;
import feign.Feign;
import feign.FeignException;
import feign.RequestInterceptor;
import feign.RetryableException;
import feign.Retryer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.openfeign.EnableFeignClients;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.cloud.openfeign.support.SpringMvcContract;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PostMapping;

/** Where permits and repeats stand among what else is in a Feign client. */
class FeignPlaceTests {

    private final Upstream upstream = Upstream.answering(Answer.ok());

    private final Upstream login = Upstream.answering(Answer.ok());

    @AfterEach
    void close() {
        this.upstream.close();
        this.login.close();
    }

    private LimitedApplication start(List<String> settings, Class<?>... more) {
        return Records.start(this.upstream, "jdk", settings, more);
    }

    static class Stamps implements RequestInterceptor {

        final List<String> seen = new ArrayList<>();

        @Override
        public void apply(feign.RequestTemplate template) {
            template.header("X-Attempt", "1");
            this.seen.add(template.headers().get("X-Attempt") + " "
                    + template.headers()
                            .getOrDefault("Idempotency-Key", List.of())
                            .size());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Stamped {
        @Bean
        Stamps stamps() {
            return new Stamps();
        }
    }

    @Test
    void interceptors_run_again_for_each_repeat_and_find_the_request_as_it_was() {
        this.upstream.answer(Answer.status(503), Answer.tooMany("0.1"), Answer.ok());
        try (LimitedApplication application = start(List.of("idempotency-key.made=true"), Stamped.class)) {
            assertThat(application.bean(Records.class).post("deposit")).isEqualTo("said 200");
            assertThat(application.bean(Stamps.class).seen).containsExactly("[1] 1", "[1] 1", "[1] 1");
            assertThat(this.upstream.arrivals())
                    .extracting(arrival -> arrival.headers().get("Idempotency-Key"))
                    .hasSize(3)
                    .doesNotContainNull()
                    .containsOnly(this.upstream.arrivals().get(0).headers().get("Idempotency-Key"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Keyed {
        @Bean
        RequestInterceptor key() {
            return template -> template.header("Idempotency-Key", "of-a-filter");
        }
    }

    @Test
    void a_key_that_an_interceptor_adds_does_not_make_a_post_repeatable() {
        this.upstream.answer(Answer.status(503), Answer.ok());
        try (LimitedApplication application = start(List.of(), Keyed.class)) {
            assertThatThrownBy(() -> application.bean(Records.class).post("deposit"))
                    .isInstanceOf(FeignException.ServiceUnavailable.class);
            assertThat(this.upstream.count()).isEqualTo(1);
        }
    }

    @FeignClient(name = "tokens", url = "${login.url}")
    interface Tokens {
        @PostMapping("/token")
        String token();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableFeignClients(clients = Tokens.class)
    static class LoggedIn {
        @Bean
        RequestInterceptor token(ObjectProvider<Tokens> tokens) {
            return template -> {
                if (template.feignTarget().type() == Records.class) {
                    template.header("Authorization", tokens.getObject().token());
                }
            };
        }
    }

    @Test
    void p101_a_token_that_an_interceptor_fetches_is_a_call_of_its_own() {
        this.login.answer(Answer.tooMany("0.1"), Answer.ok());
        this.upstream.answer(Answer.status(503), Answer.ok());
        List<String> settings = List.of("idempotency-key.made=true", "login.hosts=" + this.login.host());
        try (LimitedApplication application = LimitedApplication.start(
                LimitedApplication.all(
                        LimitedApplication.contour("api", this.upstream, settings.get(0)),
                        LimitedApplication.all(
                                LimitedApplication.contour("login", this.login),
                                List.of(
                                        "upstream.url=" + this.upstream.url(),
                                        "login.url=" + this.login.url(),
                                        "spring.cloud.openfeign.httpclient.hc5.enabled=false"))),
                Records.Enabled.class,
                LoggedIn.class)) {
            assertThat(application.bean(Records.class).post("deposit")).isEqualTo("said 200");

            // One for the first attempt, which was refused and repeated, and one for the repeat of the deposit.
            assertThat(application.permits("login")).isEqualTo(3);
            assertThat(application.permits("api")).isEqualTo(2);
            assertThat(application.told().repeated).containsExactly("login #2", "api #2");
            assertThat(this.login.arrivals())
                    .allMatch(arrival -> !arrival.headers().contains("Idempotency-Key"));
            assertThat(this.upstream.arrivals())
                    .allMatch(arrival -> arrival.headers().contains("Idempotency-Key"));
        }
    }

    @Test
    void a_denial_reaches_the_caller_as_itself() {
        try (LimitedApplication application =
                start(List.of("limits[0].rate=1/h", "limits[0].capacity=1", "max-wait=10ms"))) {
            Records records = application.bean(Records.class);
            records.get();
            assertThatThrownBy(records::get).isExactlyInstanceOf(PermitTimeoutException.class);
            assertThat(this.upstream.count()).isEqualTo(1);
        }
    }

    @Test
    void a_thread_that_waits_can_be_interrupted_and_sends_nothing() {
        try (LimitedApplication application =
                start(List.of("limits[0].rate=1/m", "limits[0].capacity=1", "max-wait=5m"))) {
            Records records = application.bean(Records.class);
            records.get();
            Thread.currentThread().interrupt();
            try {
                assertThatThrownBy(records::get)
                        .isInstanceOf(RateLimitException.class)
                        .hasCauseInstanceOf(InterruptedException.class);
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            assertThat(this.upstream.count()).isEqualTo(1);
        }
    }

    @Test
    void hosts_of_no_contour_are_left_alone() {
        try (LimitedApplication application = start(List.of("hosts=elsewhere.example"))) {
            this.upstream.answer(Answer.tooMany("1"));
            assertThatThrownBy(application.bean(Records.class)::get).isInstanceOf(RetryableException.class);
            assertThat(application.permits("api")).isZero();
            assertThat(this.upstream.count()).isEqualTo(1);
        }
    }

    private Feign.Builder byHand(LimitedApplication application) {
        return Feign.builder()
                .client(new Client.Default(null, null))
                .contract(new SpringMvcContract())
                .addCapability(application.bean(FeignLimits.class));
    }

    @Test
    void feigns_own_retries_pay_and_wait_for_the_pause() {
        this.upstream.answer(Answer.tooMany("1"), Answer.ok());
        try (LimitedApplication application = start(List.of("retry.max-attempts=1"))) {
            Records records = byHand(application)
                    .retryer(new Retryer.Default(1, 1, 3))
                    .target(Records.class, this.upstream.url());
            assertThat(records.get()).isEqualTo("said 200");
            assertThat(this.upstream.gaps().get(0)).isGreaterThanOrEqualTo(1000);
            assertThat(application.permits("api")).isEqualTo(2);
        }
    }

    @Test
    void p94_feigns_retries_inside_of_ours_count_as_attempts_of_the_call() {
        this.upstream.answer(Answer.tooMany("1"));
        try (LimitedApplication application = start(List.of("retry.max-attempts=4"))) {
            Records records = byHand(application)
                    .retryer(new Retryer.Default(1, 1, 2))
                    .target(Records.class, this.upstream.url());
            assertThatThrownBy(records::get).isInstanceOf(RetryableException.class);
            assertThat(this.upstream.count()).isEqualTo(4);
            assertThat(application.permits("api")).isEqualTo(4);
        }
    }

    @Test
    void a_client_that_is_limited_through_two_doors_pays_once() {
        try (LimitedApplication application = start(List.of())) {
            Capability again = application.bean(FeignLimits.class);
            Records records = byHand(application).addCapability(again).target(Records.class, this.upstream.url());
            assertThat(records.get()).isEqualTo("said 200");
            assertThat(application.permits("api")).isEqualTo(1);
        }
    }
}
