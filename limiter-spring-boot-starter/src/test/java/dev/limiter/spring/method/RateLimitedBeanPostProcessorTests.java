package dev.limiter.spring.method;

import static dev.limiter.spring.method.Beans.bean;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.PermitPer;
import dev.limiter.PermitTimeoutException;
import dev.limiter.RateLimited;
import dev.limiter.spring.call.CallMark;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.retry.RetryException;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;

class RateLimitedBeanPostProcessorTests {

    private final ApplicationContextRunner runner = Beans.runner();

    @Test
    void placeholders_are_resolved_in_every_attribute() {
        this.runner
                .withBean(Placeholders.class)
                .withPropertyValues("my.contour=datacite", "my.key='k' + #p0", "my.wait=1s")
                .run(context -> {
                    CallMark mark = bean(context, Placeholders.class).send("1");
                    assertThat(mark.contour()).isEqualTo("datacite");
                    assertThat(mark.key()).isEqualTo("k1");
                    assertThat(mark.request().maxWait()).hasSeconds(1);
                });
    }

    @Test
    void keys_and_costs_are_evaluated_for_each_call() {
        this.runner
                .withBean(Expressions.class)
                .withBean("tenants", Tenants.class)
                .run(context -> {
                    Expressions bean = bean(context, Expressions.class);
                    assertThat(bean.byParameter(new Tenant("a"), List.of(1, 2)).key())
                            .isEqualTo("a");
                    assertThat(bean.byParameter(new Tenant("b"), List.of(1, 2))
                                    .request()
                                    .permits())
                            .isEqualTo(2);
                    assertThat(bean.byBean().key()).isEqualTo("current");
                    Assertions.assertThatIllegalStateException()
                            .isThrownBy(() -> bean.byParameter(new Tenant("a"), List.of()))
                            .withMessageContaining("Expressions.byParameter")
                            .withMessageContaining("from 1 on");
                    Assertions.assertThatIllegalStateException()
                            .isThrownBy(() -> bean.byParameter(new Tenant(null), List.of(1)))
                            .withMessageContaining("is null");
                    Assertions.assertThatIllegalStateException()
                            .isThrownBy(() -> bean.byObject(new Tenant("secret")))
                            .withMessageContaining("write an expression for its id")
                            .withMessageNotContaining("secret");
                });
    }

    @Test
    void beans_without_marks_are_left_alone() {
        this.runner
                .withBean(Tenants.class)
                .run(context -> assertThat(AopUtils.isAopProxy(bean(context, Tenants.class)))
                        .isFalse());
    }

    @Test
    void each_retry_of_spring_is_a_call_of_its_own() {
        this.runner
                .withUserConfiguration(RetryConfiguration.class)
                .withBean(Retried.class)
                .run(context -> {
                    Retried bean = bean(context, Retried.class);
                    Assertions.assertThatThrownBy(bean::send).isNotInstanceOf(RetryException.class);
                    bean(context, Beans.News.class).awaitCount("granted", 3);
                    assertThat(bean.runs()).isEqualTo(3);
                });
    }

    @Test
    void p86_a_generated_client_is_advised_before_the_advice_that_answers() {
        this.runner.withUserConfiguration(GeneratedClients.class).run(context -> {
            assertThat(context).hasNotFailed();
            Generated client = context.getBean(Generated.class);
            assertThat(client.ofSuper()).isEqualTo("answer");
            assertThat(client.own()).isEqualTo("answer");
            assertThat(client.own()).isEqualTo("answer");
            Assertions.assertThatExceptionOfType(PermitTimeoutException.class).isThrownBy(client::ofSuper);
            bean(context, Beans.News.class).awaitCount("granted", 3);
        });
    }

    @Test
    void p85_an_annotation_on_an_interface_works_for_the_bean_behind_it() {
        this.runner.withBean(Behind.class).run(context -> {
            assertThat(context).hasNotFailed();
            Generated bean = context.getBean(Generated.class);
            assertThat(bean.own()).isEqualTo("behind");
            assertThat(bean.ofSuper()).isEqualTo("behind");
            bean(context, Beans.News.class).awaitCount("granted", 2);
            assertThat(context.getBean(Behind.class)).isSameAs(bean);
        });
    }

    static class Placeholders {
        @RateLimited(
                contour = "${my.contour}",
                key = "${my.key}",
                maxWait = "${my.wait:30s}",
                permits = "${my.permits:1}")
        public CallMark send(String tenant) {
            return seen();
        }
    }

    record Tenant(@Nullable String id) {}

    static class Tenants {
        public String current() {
            return "current";
        }
    }

    static class Expressions {
        @RateLimited(contour = "datacite", key = "#tenant.id", permits = "#records.size()")
        public CallMark byParameter(Tenant tenant, List<Integer> records) {
            return seen();
        }

        @RateLimited(contour = "datacite", key = "@tenants.current()")
        public CallMark byBean() {
            return seen();
        }

        @RateLimited(contour = "datacite", key = "#tenant")
        public CallMark byObject(Tenant tenant) {
            return seen();
        }
    }

    private static CallMark seen() {
        CallMark mark = CallMark.onThread();
        assertThat(mark).isNotNull();
        mark.attemptSeen();
        return mark;
    }

    static class Retried {

        private final AtomicInteger runs = new AtomicInteger();

        int runs() {
            return this.runs.get();
        }

        @Retryable(maxRetries = 2, delay = 0)
        @RateLimited(contour = "datacite", permit = PermitPer.METHOD)
        public void send() {
            this.runs.incrementAndGet();
            throw new IllegalStateException("again");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableResilientMethods
    static class RetryConfiguration {}

    interface Parent {
        String ofSuper();
    }

    @RateLimited(contour = "datacite", permit = PermitPer.METHOD)
    interface Generated extends Parent {
        String own();
    }

    static class Behind implements Generated {
        @Override
        public String ofSuper() {
            return "behind";
        }

        @Override
        public String own() {
            return "behind";
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class GeneratedClients {
        @Bean
        Generated generated() {
            // As HttpServiceProxyFactory makes them: no target, and a last advice that answers.
            return ProxyFactory.getProxy(Generated.class, (MethodInterceptor) invocation -> "answer");
        }
    }
}
