package dev.limiter.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole program against an API that is not its own. */
@Timeout(60)
class RealBatchTests {

    private static final String TOKEN = "s3cret-t0ken";

    private static final String SEND = "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z  datacite  worker-[1-4]  ";

    @TempDir
    private Path folder = Path.of("");

    private final Output out = new Output();
    private final Output err = new Output();

    @Test
    void each_send_is_logged_and_the_token_nowhere() throws IOException {
        try (RealApi api = new RealApi(n -> 201)) {
            assertThat(run(api.url(), "--workers=2", "--records=" + records(5))).isZero();
            assertThat(api.authorizations()).hasSize(5).containsOnly("Bearer " + TOKEN);
        }
        assertThat(sends()).hasSize(5).allMatch(line -> line.matches(SEND + "201"));
        assertThat(sends()).anyMatch(line -> line.contains("worker-1")).anyMatch(line -> line.contains("worker-2"));
        assertNoToken();
    }

    @Test
    void the_third_refusal_ends_it() throws IOException {
        try (RealApi api = new RealApi(n -> 429)) {
            assertThat(run(api.url(), "--workers=1", "--records=" + records(5))).isEqualTo(1);
            assertThat(api.requests()).isEqualTo(3);
        }
        assertThat(sends()).hasSize(3).allMatch(line -> line.matches(SEND + "429"));
        assertThat(this.out.text()).contains("Stopped at the third refusal.");
        assertNoToken();
    }

    @Test
    void with_several_workers_only_what_is_on_its_way_follows_the_third_refusal() throws IOException {
        try (RealApi api = new RealApi(n -> 403)) {
            assertThat(run(api.url(), "--workers=4")).isEqualTo(1);
            assertThat(api.requests()).isBetween(3, 6);
            assertThat(sends()).hasSize(api.requests());
        }
        assertNoToken();
    }

    @Test
    void two_refusals_are_got_over() throws IOException {
        try (RealApi api = new RealApi(n -> (n <= 2) ? 429 : 201)) {
            assertThat(run(api.url(), "--workers=1", "--records=" + records(3))).isZero();
            assertThat(api.requests()).isEqualTo(5);
        }
    }

    @Test
    void a_record_that_is_not_taken_is_told_and_fails_the_run() throws IOException {
        try (RealApi api = new RealApi(n -> (n == 2) ? 422 : 201)) {
            assertThat(run(api.url(), "--workers=1", "--records=" + records(3))).isEqualTo(1);
            assertThat(api.requests()).isEqualTo(3);
        }
        assertThat(this.out.text()).contains("422 Unprocessable");
        assertNoToken();
    }

    @Test
    void where_nobody_listens_it_gives_up() throws IOException {
        RealApi gone = new RealApi(n -> 201);
        gone.close();
        assertThat(run(gone.url(), "--workers=2", "--records=" + records(5))).isEqualTo(1);
        assertThat(this.out.text()).containsIgnoringCase("connection refused");
        assertNoToken();
    }

    private int run(String url, String... more) {
        String[] args = new String[more.length + 1];
        args[0] = "--base-url=" + url;
        System.arraycopy(more, 0, args, 1, more.length);
        return new SampleApplication(this.out.stream(), this.err.stream())
                .run(args, Map.of(RealDestination.TOKEN_VARIABLE, TOKEN));
    }

    private Path records(int count) throws IOException {
        List<String> lines = Logs.records(count).stream()
                .map(record -> "{\"data\":{\"type\":\"dois\",\"attributes\":{\"doi\":\"" + record.doi() + "\"}}}")
                .toList();
        return Files.write(this.folder.resolve("records.jsonl"), lines);
    }

    private List<String> sends() {
        return this.out
                .text()
                .lines()
                .filter(line -> line.contains("  datacite  "))
                .toList();
    }

    private void assertNoToken() {
        assertThat(this.out.text() + this.err.text()).doesNotContain(TOKEN);
    }
}
