package dev.limiter.spring.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** What the quick start promises. */
class QuickStartTests {

    private static final Document DOCUMENT = Document.of("docs/quick-start.md");

    private static final List<String> COMMANDS = DOCUMENT.blocks("sh"::equals)
            .flatMap(block -> block.lines().stream())
            .filter(line -> line.startsWith("curl "))
            .toList();

    private static Map<String, Object> read(String json) {
        return new TreeMap<>(new Yaml().<Map<String, Object>>load(json));
    }

    /** Without what changes while one looks: a permit is back after 126 ms. */
    private static Map<String, Object> lasting(String json) {
        Map<String, Object> answer = read(json);
        answer.remove("permitsLeft");
        answer.remove("keys");
        return answer;
    }

    @Test
    void the_first_call_and_the_first_look_are_as_it_shows_them() {
        String shown = DOCUMENT.blocks("json"::equals).findFirst().orElseThrow().text();
        try (QuickStart application = QuickStart.inMemory()) {
            assertThat(application.answer(COMMANDS.get(0))).isEqualTo("DataCite answered 200");
            String answer = application.answer(COMMANDS.get(1));
            assertThat(lasting(answer)).containsAllEntriesOf(lasting(shown));
            assertThat(read(answer)).containsKeys("permitsLeft", "keys");
        }
    }

    @Test
    void a_call_waits_for_the_pause_by_hand_and_goes_on_when_it_is_ended() throws Exception {
        try (QuickStart application = QuickStart.inMemory()) {
            String heartbeat = COMMANDS.get(0);
            application.answer(heartbeat);
            assertThat(application.answer(COMMANDS.get(2))).contains("by hand: just trying");
            CompletableFuture<String> call = CompletableFuture.supplyAsync(() -> application.answer(heartbeat));
            Awaitility.await()
                    .atMost(20, TimeUnit.SECONDS)
                    .until(() -> read(application.answer(COMMANDS.get(1))).get("waiting"), Integer.valueOf(1)::equals);
            assertThat(application.dataCite().count()).isEqualTo(1);

            assertThat(read(application.answer(COMMANDS.get(3)))).containsEntry("pause", null);
            assertThat(call.get(20, TimeUnit.SECONDS)).isEqualTo("DataCite answered 200");
        }
    }

    @Test
    void with_redis_two_of_them_share_a_pause() {
        try (RedisServer redis = RedisServer.start(Version.V7_0);
                Upstream dataCite = Upstream.answering(Answer.ok());
                QuickStart one = QuickStart.shared(dataCite, redis.port());
                QuickStart other = QuickStart.shared(dataCite, redis.port())) {
            assertThat(one.answer(COMMANDS.get(0))).isEqualTo("DataCite answered 200");
            assertThat(other.answer(COMMANDS.get(0))).isEqualTo("DataCite answered 200");
            one.answer(COMMANDS.get(2));
            Awaitility.await()
                    .atMost(20, TimeUnit.SECONDS)
                    .until(() -> read(other.answer(COMMANDS.get(1))).get("pause") != null);
            other.answer(COMMANDS.get(3));
            assertThat(one.answer(COMMANDS.get(0))).isEqualTo("DataCite answered 200");
        }
    }
}
