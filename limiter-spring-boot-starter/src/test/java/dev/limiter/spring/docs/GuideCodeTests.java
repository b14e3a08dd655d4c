package dev.limiter.spring.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.limiter.LimiterRegistry;
import dev.limiter.OperationInFlightException;
import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.ServerAnswer;
import dev.limiter.http.Verdict;
import dev.limiter.spring.docs.GuideCode.Announcer;
import dev.limiter.spring.docs.GuideCode.Deposit;
import dev.limiter.spring.docs.GuideCode.Metadata;
import dev.limiter.spring.docs.GuideCode.Order;
import dev.limiter.spring.docs.GuideCode.Query;
import dev.limiter.spring.docs.GuideCode.Register;
import dev.limiter.spring.docs.GuideCode.Shop;
import dev.limiter.spring.docs.GuideCode.ShopClient;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.web.reactive.function.client.ClientRequest;
import reactor.core.publisher.Flux;

/** The code of the guide does what is said beside it. */
@ExtendWith(OutputCaptureExtension.class)
class GuideCodeTests {

    /** As the guide shows it; numbers differ. */
    private static final String CALL = """
            Call 17, 0 ms: attempt 1, POST at DepositClient.deposit, asks contour 'datacite' for a permit
            Call 17, 126 ms: has its permit and leaves
            Call 17, 168 ms: answered 429, which is a refusal, asks to wait for PT2S
            Call 17, 168 ms: is repeated after PT2.114S
            """;

    private static final Pattern NUMBER = Pattern.compile("(?<=Call |, |PT)\\d+(\\.\\d+)?");

    record Said(int status, List<String> hints) implements ServerAnswer {

        @Override
        public List<String> header(String name) {
            return name.equalsIgnoreCase("Retry-After") ? this.hints : List.of();
        }

        @Override
        public Optional<String> body() {
            return Optional.empty();
        }
    }

    static class Shops implements ShopClient {

        @Override
        public Flux<Order> orders(Shop shop, Query query) {
            return Flux.empty();
        }
    }

    static class Deposits implements Register {

        @Override
        public Deposit register(Deposit deposit) {
            return deposit;
        }
    }

    /** The README's client, and a server of ours in DataCite's place. */
    @Configuration(proxyBeanMethods = false)
    @Import(DepositClient.class)
    static class Depositing {

        @Bean
        WebClientCustomizer toOurServer(Environment environment) {
            URI server = URI.create(environment.getRequiredProperty("api"));
            return builder -> builder.filter((request, next) -> next.exchange(
                    ClientRequest.from(request).url(server.resolve("/dois")).build()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Announcing {

        @Bean
        Queue<String> announced() {
            return new ConcurrentLinkedQueue<>();
        }

        @Bean
        Announcer announcer(Queue<String> announced) {
            return new Announcer(announced::add);
        }
    }

    /** The compiler does not know what is in a mark's expressions. */
    @Test
    void marks_are_read_and_their_expressions_have_values() {
        try (LimitedApplication application = LimitedApplication.start(
                List.of("limiter.contours.shop.quota=40/s", "limiter.contours.datacite.quota=3000/5m"),
                Shops.class,
                Deposits.class)) {
            Flux<Order> orders = application.bean(ShopClient.class).orders(new Shop("one"), new Query(2));
            assertThat(orders.collectList().block(Duration.ofSeconds(20))).isEmpty();
            Register register = application.bean(Register.class);
            Deposit deposit = new Deposit("1");
            assertThat(register.register(deposit)).isEqualTo(deposit);
            assertThatExceptionOfType(OperationInFlightException.class).isThrownBy(() -> register.register(deposit));
        }
    }

    @Test
    void p13_a_403_pauses_where_it_says_how_long_and_nowhere_else() {
        ResponseClassifier github = new GuideCode.Classifiers().github();
        assertThat(github.classify(new Said(403, List.of("5"))))
                .isEqualTo(Verdict.throttled().withRetryAfter(Duration.ofSeconds(5)));
        assertThat(github.classify(new Said(403, List.of()))).isEqualTo(Verdict.passed());
    }

    @Test
    void a_pause_is_announced() {
        try (LimitedApplication application =
                LimitedApplication.start(List.of("limiter.contours.datacite.quota=3000/5m"), Announcing.class)) {
            application
                    .bean(LimiterRegistry.class)
                    .pause("datacite", Duration.ofMinutes(1), "by hand")
                    .join();
            Queue<?> announced = application.bean("announced", Queue.class);
            Awaitility.await().atMost(20, TimeUnit.SECONDS).until(() -> !announced.isEmpty());
            assertThat(announced.toString()).matches("\\[datacite stands still for PT.*: by hand]");
        }
    }

    @Test
    void without_spring_a_permit_is_there_at_once() {
        assertThatCode(GuideCode::withoutSpring).doesNotThrowAnyException();
    }

    @Test
    void the_client_of_the_readme_is_limited_and_its_way_reads_as_it_is_shown(CapturedOutput output) {
        try (Upstream api = Upstream.answering(
                        Answer.tooMany("1"),
                        Answer.saying(200, "{\"id\":\"10.1/2\"}", "Content-Type", "application/json"));
                LimitedApplication application = LimitedApplication.start(
                        LimitedApplication.all(
                                LimitedApplication.contour("datacite", api),
                                List.of("api=" + api.url(), "logging.level.dev.limiter.spring.call.CallLog=debug")),
                        Depositing.class)) {
            assertThat(application
                            .bean(DepositClient.class)
                            .deposit(new Metadata("A title"))
                            .block(Duration.ofSeconds(20)))
                    .isEqualTo(new Deposit("10.1/2"));
        }
        List<String> lines = Pattern.compile("Call \\d+, .*")
                .matcher(output.getAll())
                .results()
                .map(line -> withoutNumbers(line.group()).strip())
                .toList();
        assertThat(lines)
                .startsWith(CALL.lines().map(GuideCodeTests::withoutNumbers).toArray(String[]::new));
    }

    private static String withoutNumbers(String line) {
        return NUMBER.matcher(line).replaceAll("N");
    }
}
