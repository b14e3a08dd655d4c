package dev.limiter.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.actuate.EndpointApplication.Said;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.reactive.function.client.WebClient;

/** A person on call stops a contour and lets it go on, where the application allows that. */
class PauseByHandTests {

    private static final String ALLOWED = "management.endpoint.limiter.access=unrestricted";

    private final Upstream api = Upstream.answering(Answer.ok());

    private final EndpointApplication app = EndpointApplication.calling(
            this.api,
            ALLOWED,
            "limiter.key-secret=a-key-secret-that-nobody-guesses",
            "limiter.contours.api.max-wait=1h",
            "limiter.contours.vault.quota=10/h",
            "limiter.contours.vault.secret-keys=true",
            "limiter.contours.watched.quota=10/h",
            "limiter.contours.watched.mode=observe");

    @AfterEach
    void close() {
        this.app.close();
        this.api.close();
    }

    private CompletableFuture<String> call() {
        WebClient client =
                this.app.bean(WebClient.Builder.class).baseUrl(this.api.url()).build();
        return client.get().uri("/records").retrieve().bodyToMono(String.class).toFuture();
    }

    @Test
    void a_pause_stops_a_client_of_the_application_and_resume_lets_it_go() throws Exception {
        assertThat(call().get(20, TimeUnit.SECONDS)).isEqualTo("said 200");
        Said paused = this.app.post("/limiter/api/pause", "{\"length\":\"10m\",\"cause\":\"the vendor called\"}");
        assertThat(paused.status()).isEqualTo(200);
        assertThat(paused.<String>at("$.pause.cause")).isEqualTo("by hand: the vendor called");
        assertThat(paused.<String>at("$.pause.scope")).isEqualTo("CONTOUR");

        CompletableFuture<String> call = call();
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> this.app.get("/limiter/api").<Integer>at("$.waiting") == 1);
        assertThat(this.api.count()).isEqualTo(1);

        Said resumed = this.app.post("/limiter/api/resume", "{}");
        assertThat(resumed.status()).isEqualTo(200);
        assertThat(resumed.<Object>at("$.pause")).isNull();
        assertThat(call.get(20, TimeUnit.SECONDS)).isEqualTo("said 200");
    }

    @Test
    void one_key_is_paused_by_name_and_resumed_by_its_id_and_the_others_go_on() {
        Said paused = this.app.post("/limiter/api/pause", "{\"length\":\"10m\",\"key\":\"tenant-a\"}");
        assertThat(paused.status()).isEqualTo(200);
        assertThat(paused.<String>at("$.pause.scope")).isEqualTo("KEY");
        GateRegistry registry = this.app.bean(GateRegistry.class);
        assertThat(registry.limiter("api", "tenant-a").tryAcquire(1)).isEmpty();
        assertThat(registry.limiter("api", "tenant-b").tryAcquire(1)).isPresent();

        String id = paused.at("$.id");
        assertThat(this.app
                        .post("/limiter/api/resume", "{\"id\":\"" + id + "\"}")
                        .status())
                .isEqualTo(200);
        assertThat(this.app.get("/limiter/api").<Integer>at("$.pausedKeys")).isZero();
    }

    @Test
    void a_key_that_is_a_credential_is_meant_by_its_id_alone() throws InterruptedException {
        GateRegistry registry = this.app.bean(GateRegistry.class);
        registry.limiter("vault", "credential").acquire().close();
        String id = this.app.get("/limiter/vault/keys").at("$.content[0].id");
        assertThat(this.app
                        .post("/limiter/vault/pause", "{\"length\":\"10m\",\"id\":\"" + id + "\"}")
                        .status())
                .isEqualTo(200);

        assertThat(registry.limiter("vault", "credential").tryAcquire(1)).isEmpty();
        assertThat(this.app
                        .post("/limiter/vault/pause", "{\"length\":\"10m\",\"key\":\"credential\"}")
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"length\":\"30\"}",
                "{\"length\":\"0s\"}",
                "{\"length\":\"-5s\"}",
                "{\"length\":\"soon\"}"
            })
    void a_length_that_is_none_is_refused_with_what_to_write_instead(String body) {
        Said said = this.app.post("/limiter/api/pause", body);

        assertThat(said.status()).isEqualTo(400);
        assertThat(said.<String>at("$.message")).containsIgnoringCase("length");
        assertThat(this.app.get("/limiter/api").<Object>at("$.pause")).isNull();
    }

    @Test
    void what_is_not_there_is_not_found_and_what_would_hold_nobody_is_a_conflict() {
        String hour = "{\"length\":\"1h\"}";
        assertThat(this.app.post("/limiter/ap/pause", hour).status()).isEqualTo(404);
        assertThat(this.app.post("/limiter/api/stop", hour).status()).isEqualTo(404);
        assertThat(this.app
                        .post("/limiter/api/pause", "{\"length\":\"1h\",\"id\":\"nobody\"}")
                        .status())
                .isEqualTo(404);
        Said watched = this.app.post("/limiter/watched/pause", hour);
        assertThat(watched.status()).isEqualTo(409);
        assertThat(watched.<String>at("$.message")).contains("only observed");
    }

    @Test
    void a_cause_is_one_line_whatever_a_viewer_takes_for_the_end_of_one() {
        Said paused = this.app.post(
                "/limiter/api/pause",
                "{\"length\":\"10m\",\"cause\":\"one\\u2028two\\u0085three\\u2029four\\r\\nfive\\u001b[31msix\\u202eseven\"}");
        assertThat(paused.<String>at("$.pause.cause")).isEqualTo("by hand: one two three four five [31msix seven");
    }
}
