package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.CostAboveCapacityException;
import dev.limiter.PermitPer;
import dev.limiter.RateLimited;
import dev.limiter.UnknownContourException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;

class InvalidMarkTests {

    private final ApplicationContextRunner runner = Beans.runner();

    static List<Arguments> invalid() {
        return List.of(
                Arguments.of(
                        UnknownContour.class,
                        "UnknownContour.send",
                        "contour 'typo' is not configured",
                        "limiter.contours.typo"),
                Arguments.of(
                        CostAboveCapacity.class,
                        "CostAboveCapacity.send",
                        "permits = \"4\" can never fit the capacity",
                        "at least 4"),
                Arguments.of(ZeroPermits.class, "ZeroPermits.send", "permits = \"0\"", "from 1 on"),
                Arguments.of(HugePermits.class, "HugePermits.send", "permits = \"99999999999\"", "from 1 on"),
                Arguments.of(BadKey.class, "BadKey.send", "'#tenant.' is not a SpEL expression", "#tenant.id"),
                Arguments.of(
                        UnknownParameter.class,
                        "UnknownParameter.send",
                        "names #tenat, but the method's parameters are [a0, p0, tenant]",
                        "#p0"),
                Arguments.of(BadPermits.class, "BadPermits.send", "permits: 'many (' is not", "SpEL"),
                Arguments.of(NoUnit.class, "NoUnit.send", "write 30s for seconds, or 30ms", "now or never"),
                Arguments.of(NegativeWait.class, "NegativeWait.send", "maxWait = \"-1s\" is negative", "Write 30s"),
                Arguments.of(
                        Unresolvable.class,
                        "Unresolvable.send",
                        "contour = \"${nobody.defined.it}\"",
                        "${name:default}"),
                Arguments.of(FinalMethod.class, "FinalMethod.send", "final", "Take final away"),
                Arguments.of(PlainFuture.class, "PlainFuture.send", "does not say when it ends", "CompletableFuture"),
                Arguments.of(OwnFuture.class, "OwnFuture.send", "cannot be wrapped", "CompletableFuture"),
                Arguments.of(OwnFlux.class, "OwnFlux.send", "cannot be wrapped", "Flux"));
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void p107_what_cannot_be_obeyed_fails_at_start_up_and_names_the_method(
            Class<?> type, String place, String problem, String advice) {
        this.runner
                .withBean(type)
                .run(context -> assertThat(context).getFailure().rootCause().satisfies(root -> {
                    Throwable failure = context.getStartupFailure();
                    InvalidMarkException mark = find(failure);
                    assertThat(mark.place()).isEqualTo("InvalidMarkTests." + place);
                    assertThat(mark.problem()).contains(problem);
                    assertThat(mark.advice()).contains(advice);
                }));
    }

    private static InvalidMarkException find(@Nullable Throwable failure) {
        for (Throwable link = failure; link != null; link = link.getCause()) {
            if (link instanceof InvalidMarkException mark) {
                return mark;
            }
        }
        return Assertions.fail("no InvalidMarkException in " + failure);
    }

    @Test
    void the_core_exception_is_the_cause() {
        this.runner
                .withBean(UnknownContour.class)
                .run(context -> assertThat(find(context.getStartupFailure()))
                        .hasCauseInstanceOf(UnknownContourException.class));
        this.runner
                .withBean(CostAboveCapacity.class)
                .run(context -> assertThat(find(context.getStartupFailure()))
                        .hasCauseInstanceOf(CostAboveCapacityException.class));
    }

    @Test
    void a_lazy_bean_with_an_unknown_contour_fails_when_it_is_first_used() {
        this.runner.withUserConfiguration(LazyConfiguration.class).run(context -> {
            assertThat(context).hasNotFailed();
            Assertions.assertThatThrownBy(() -> context.getBean(UnknownContour.class))
                    .hasRootCauseInstanceOf(UnknownContourException.class);
        });
    }

    static class UnknownContour {
        @RateLimited(contour = "typo")
        public void send() {}
    }

    static class CostAboveCapacity {
        @RateLimited(contour = "datacite", permits = "4")
        public void send() {}
    }

    static class ZeroPermits {
        @RateLimited(contour = "datacite", permits = "0")
        public void send() {}
    }

    static class HugePermits {
        @RateLimited(contour = "datacite", permits = "99999999999")
        public void send() {}
    }

    static class BadKey {
        @RateLimited(contour = "datacite", key = "#tenant.")
        public void send(String tenant) {}
    }

    static class UnknownParameter {
        @RateLimited(contour = "datacite", key = "#tenat")
        public void send(String tenant) {}
    }

    static class BadPermits {
        @RateLimited(contour = "datacite", permits = "many (")
        public void send(String tenant) {}
    }

    static class NoUnit {
        @RateLimited(contour = "datacite", maxWait = "30")
        public void send() {}
    }

    static class NegativeWait {
        @RateLimited(contour = "datacite", maxWait = "-1s")
        public void send() {}
    }

    static class Unresolvable {
        @RateLimited(contour = "${nobody.defined.it}")
        public void send() {}
    }

    static class FinalMethod {
        @RateLimited(contour = "datacite")
        public final void send() {}
    }

    static class PlainFuture {
        @RateLimited(contour = "datacite", permit = PermitPer.METHOD)
        public Future<String> send() {
            return CompletableFuture.completedFuture("");
        }
    }

    static class SpecialFuture extends CompletableFuture<String> {}

    static class OwnFuture {
        @RateLimited(contour = "datacite", permit = PermitPer.METHOD)
        public SpecialFuture send() {
            return new SpecialFuture();
        }
    }

    static class OwnFlux {
        @RateLimited(contour = "datacite")
        public ConnectableFlux<String> send() {
            return Flux.just("").publish();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class LazyConfiguration {
        @Bean
        @Lazy
        UnknownContour unknownContour() {
            return new UnknownContour();
        }
    }
}
