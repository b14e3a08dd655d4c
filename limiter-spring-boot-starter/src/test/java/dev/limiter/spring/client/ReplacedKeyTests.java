package dev.limiter.spring.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.spring.feign.FeignLimits;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import feign.Feign;
import feign.RequestLine;
import feign.Retryer;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpHeaders;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ClientRequest;

/** A filter of the application's that puts a new idempotency key in the place of the call's own, or beside it. */
class ReplacedKeyTests {

    private static final String HEADER = "Idempotency-Key";

    interface Records {

        @RequestLine("POST /a")
        String post(String body);
    }

    enum Kind {
        REST,
        WEB,
        FEIGN;

        void post(LimitedApplication application, String url, boolean beside) {
            switch (this) {
                case REST ->
                    application
                            .bean(RestClient.Builder.class)
                            .requestInterceptor((request, body, execution) -> {
                                change(request.getHeaders(), beside);
                                return execution.execute(request, body);
                            })
                            .build()
                            .post()
                            .uri(url)
                            .body("a record")
                            .retrieve()
                            .toBodilessEntity();
                case WEB ->
                    application
                            .builder()
                            .filter((request, next) -> next.exchange(ClientRequest.from(request)
                                    .headers(headers -> change(headers, beside))
                                    .build()))
                            .build()
                            .post()
                            .uri(url)
                            .bodyValue("a record")
                            .retrieve()
                            .toBodilessEntity()
                            .block();
                case FEIGN ->
                    Feign.builder()
                            .retryer(Retryer.NEVER_RETRY)
                            .requestInterceptor(template ->
                                    (beside ? template : template.removeHeader(HEADER)).header(HEADER, newKey()))
                            .addCapability(application.bean(FeignLimits.class))
                            .target(Records.class, url)
                            .post("a record");
            }
        }

        private static void change(HttpHeaders headers, boolean beside) {
            if (!beside) {
                headers.remove(HEADER);
            }
            headers.add(HEADER, newKey());
        }

        private static String newKey() {
            return UUID.randomUUID().toString();
        }
    }

    @ParameterizedTest
    @CsvSource({"REST,false", "REST,true", "WEB,false", "WEB,true", "FEIGN,false", "FEIGN,true"})
    void a_post_whose_key_would_be_another_one_is_not_repeated(Kind kind, boolean beside) {
        try (Upstream upstream = Upstream.answering(Answer.status(503), Answer.ok());
                LimitedApplication application = LimitedApplication.start(
                        LimitedApplication.contour("api", upstream, "idempotency-key.made=true"))) {
            assertThatThrownBy(() -> kind.post(application, upstream.url(), beside))
                    .hasMessageContaining("503");
            assertThat(upstream.count()).isEqualTo(1);
        }
    }
}
