package dev.limiter.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import dev.limiter.Permit;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.actuate.EndpointApplication.Said;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a person reads, through real HTTP, with the access that there is where nothing is said. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LimiterEndpointTests {

    private static final String CREDENTIAL = "Bearer-s3cr3t-of-a-tenant";

    private static final String KEY_SECRET = "a-key-secret-that-nobody-guesses";

    private final Upstream api = Upstream.answering(Answer.ok());

    private final EndpointApplication app = EndpointApplication.calling(
            this.api,
            "limiter.key-secret=" + KEY_SECRET,
            "limiter.contours.datacite.quota=3000/5m",
            "limiter.contours.shop.quota=10/h",
            "limiter.contours.vault.quota=10/h",
            "limiter.contours.vault.secret-keys=true",
            "limiter.contours.watched.quota=10/h",
            "limiter.contours.watched.mode=observe");

    private final GateRegistry registry = this.app.bean(GateRegistry.class);

    @AfterAll
    void close() {
        this.app.close();
        this.api.close();
    }

    @Test
    void the_list_shows_every_contour_in_words() {
        Said said = this.app.get("/limiter");

        assertThat(said.status()).isEqualTo(200);
        assertThat(said.<Object>at("$.contours.length()")).isEqualTo(5);
        assertThat(said.<String>at("$.contours.datacite.limits"))
                .startsWith("of the quota of 3,000 requests per 5 minutes, with 20 % of it left for other clients, ")
                .contains("so that any 5 minutes holds at most");
        assertThat(said.<String>at("$.contours.datacite.storeMode")).isEqualTo("NORMAL");
        assertThat(said.<String>at("$.contours.datacite.mode")).isEqualTo("ENFORCE");
        assertThat(said.<String>at("$.contours.watched.mode")).isEqualTo("OBSERVE");
    }

    @Test
    void the_detail_shows_permits_callers_requests_and_repeats_left() throws InterruptedException {
        try (Permit permit = this.registry.limiter("datacite").acquire()) {
            Said said = this.app.get("/limiter/datacite");

            assertThat(said.status()).isEqualTo(200);
            int capacity = (int) this.registry.contour("datacite").capacity();
            assertThat(said.<Integer>at("$.permitsLeft")).isBetween(capacity - 1, capacity);
            assertThat(said.<Integer>at("$.inFlight")).isEqualTo(1);
            assertThat(said.<Integer>at("$.waiting")).isZero();
            assertThat(said.<Integer>at("$.repeatsLeft")).isEqualTo(3);
            assertThat(said.<Object>at("$.limitsDiffer")).isEqualTo(false);
            assertThat(said.<Object>at("$.pause")).isNull();
            assertThat(permit.contour()).isEqualTo("datacite");
        }
    }

    @Test
    void an_unknown_contour_is_not_found_and_the_answer_names_those_that_are_known() {
        Said said = this.app.get("/limiter/datacit");

        assertThat(said.status()).isEqualTo(404);
        assertThat(said.<String>at("$.message")).contains("datacit", "datacite", "shop");
        assertThat(this.app.get("/limiter/datacite/key").status()).isEqualTo(404);
    }

    @Test
    void keys_come_in_pages_by_an_id_and_one_that_is_asked_for_by_name_with_it() throws InterruptedException {
        for (String key : List.of("tenant-a", "tenant-b", "tenant-c")) {
            this.registry.limiter("shop", key).acquire().close();
        }
        this.registry
                .limiter("shop", "tenant-b")
                .pause(java.time.Duration.ofHours(1), "because")
                .join();

        Said first = this.app.get("/limiter/shop/keys?size=2");
        Said second = this.app.get("/limiter/shop/keys?size=2&page=1");
        assertThat(first.<Integer>at("$.keys")).isEqualTo(3);
        assertThat(first.<List<String>>at("$.content[*].id")).hasSize(2);
        assertThat(second.<List<String>>at("$.content[*].id")).hasSize(1);
        assertThat(first.body() + second.body()).doesNotContain("tenant");

        Said named = this.app.get("/limiter/shop/keys?key=tenant-b");
        assertThat(named.<String>at("$.key")).isEqualTo("tenant-b");
        assertThat(named.<String>at("$.pause.cause")).isEqualTo("because");
        assertThat(named.<String>at("$.pause.scope")).isEqualTo("KEY");
        assertThat(Instant.parse(named.<String>at("$.pause.until")))
                .isAfter(Instant.now().plusSeconds(3000));
        Said byId = this.app.get("/limiter/shop/keys?id=" + named.<String>at("$.id"));
        assertThat(byId.<String>at("$.pause.cause")).isEqualTo("because");
        assertThat(byId.body()).doesNotContain("tenant");
        assertThat(this.app.get("/limiter/shop").<Integer>at("$.pausedKeys")).isEqualTo(1);
    }

    @Test
    void what_cannot_be_asked_for_is_said_in_words() {
        assertThat(this.app.get("/limiter/shop/keys?key=nobody").status()).isEqualTo(404);
        assertThat(this.app.get("/limiter/shop/keys?id=nobody").status()).isEqualTo(404);
        for (String query : List.of("size=0", "size=1001", "page=-1", "page=2147484", "key=a&id=b")) {
            Said said = this.app.get("/limiter/shop/keys?" + query);
            assertThat(said.status()).as(query).isEqualTo(400);
            assertThat(said.<String>at("$.message")).as(query).isNotBlank();
        }
        Said credential = this.app.get("/limiter/vault/keys?key=anything");
        assertThat(credential.status()).isEqualTo(400);
        assertThat(credential.<String>at("$.message")).contains("ask by id").doesNotContain("anything");
    }

    @Test
    void nobody_may_pause_or_resume() {
        for (String action : List.of("pause", "resume")) {
            assertThat(this.app
                            .post("/limiter/shop/" + action, "{\"length\":\"1h\"}")
                            .status())
                    .isEqualTo(405);
        }
        assertThat(this.app.get("/limiter/shop").<Object>at("$.pause")).isNull();
    }

    @Test
    void nobody_may_change_limits_or_take_that_back() {
        assertThat(this.app
                        .post("/limiter/shop/limits", "{\"quota\":\"100/5m\"}")
                        .status())
                .isEqualTo(405);
        assertThat(this.app.delete("/limiter/shop/limits").status()).isEqualTo(405);
        assertThat(this.app.get("/limiter/shop").<Object>at("$.configured")).isNull();
    }

    @Test
    void no_secret_is_in_any_answer() throws InterruptedException {
        this.registry.limiter("vault", CREDENTIAL).acquire().close();
        Said keys = this.app.get("/limiter/vault/keys");
        String id = JsonPath.read(keys.body(), "$.content[0].id");
        String all = keys.body()
                + this.app.get("/limiter").body()
                + this.app.get("/limiter/vault").body()
                + this.app.get("/limiter/vault/keys?id=" + id).body();

        assertThat(this.app.get("/limiter/vault/keys?id=" + id).status()).isEqualTo(200);
        assertThat(all).doesNotContain(CREDENTIAL, KEY_SECRET, "s3cr3t");
    }
}
