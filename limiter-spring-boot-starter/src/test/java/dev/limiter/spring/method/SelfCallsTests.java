package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.PermitPer;
import dev.limiter.RateLimited;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class SelfCallsTests {

    @Test
    void p84_calls_lambdas_and_method_references_inside_of_the_class_are_found() {
        assertThat(SelfCalls.in(Client.class, MarkSearch.all(Client.class).keySet()))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("plain", "callsPlain", "inLambda", "callsInLambda", "byReference", "callsByReference"));
    }

    @Test
    void p84_start_up_warns_of_a_call_around_the_mark(CapturedOutput output) {
        Beans.runner().withBean(Client.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(output)
                    .contains("SelfCallsTests.Client.callsPlain calls the marked method plain of its own class")
                    .doesNotContain("neverCalled");
        });
    }

    @Test
    void p84_where_the_host_finds_the_contour_there_is_nothing_to_warn_of_but_permits_of_methods(
            CapturedOutput output) {
        Beans.runner()
                .withPropertyValues("limiter.contours.datacite.hosts=api.datacite.org")
                .withBean(Client.class)
                .run(context -> assertThat(output)
                        .doesNotContain("callsPlain calls")
                        .contains("callsByReference calls the marked method byReference"));
    }

    static class Client {

        public void callsPlain() {
            plain();
        }

        public Runnable callsInLambda() {
            return () -> inLambda("x");
        }

        public void callsByReference() {
            Consumer<String> consumer = this::byReference;
            List.of("x").forEach(consumer);
        }

        @RateLimited(contour = "datacite")
        public void plain() {}

        @RateLimited(contour = "datacite")
        public void inLambda(String record) {}

        @RateLimited(contour = "datacite", permit = PermitPer.METHOD)
        public void byReference(String record) {}

        @RateLimited(contour = "datacite")
        public void neverCalled() {}

        public void plain(int other) {}
    }
}
