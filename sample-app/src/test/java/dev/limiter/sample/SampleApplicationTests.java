package dev.limiter.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleApplicationTests {

    @TempDir
    private Path folder = Path.of("");

    private final Output out = new Output();
    private final Output err = new Output();

    @Test
    void help_is_no_mistake() {
        assertThat(run("--help")).isZero();
        assertThat(this.out.text()).isEqualTo(CommandLine.help());
        assertThat(this.err.text()).isEmpty();
    }

    @Test
    void a_mistake_is_told_in_a_line_and_ends_with_2() {
        assertThat(run("--workers=0")).isEqualTo(2);
        assertThat(this.err.text()).isEqualTo("--workers is a number from 2 to 16\nTry --help.\n");
        assertThat(this.out.text()).isEmpty();
    }

    @Test
    void so_is_a_port_of_the_page_that_is_in_use() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThat(run("--page=" + port)).isEqualTo(2);
            assertThat(this.err.text()).startsWith("--page: port " + port + " cannot be used (");
        }
        assertThat(this.out.text()).isEmpty();
    }

    @Test
    void so_is_one_in_the_file_of_records() throws IOException {
        Path file = Files.writeString(this.folder.resolve("bad.jsonl"), "no JSON\n");
        assertThat(run("--records=" + file)).isEqualTo(2);
        assertThat(this.err.text()).startsWith(file + ", line 1: not a JSON document");
    }

    @Test
    void the_demonstration_needs_as_many_records_as_the_small_case() throws IOException {
        Path file = Files.writeString(
                this.folder.resolve("few.jsonl"),
                "{\"data\":{\"type\":\"dois\",\"attributes\":{\"doi\":\"10.5072/a\"}}}");
        assertThat(run("--records=" + file)).isEqualTo(2);
        assertThat(this.err.text()).startsWith("The demonstration needs at least 8 records, and " + file + " has 1");
    }

    @Test
    void what_befalls_a_redis_in_the_middle_needs_a_middle() throws IOException {
        Path file = fiftyNine();
        assertThat(run("--chaos=flush", "--records=" + file)).isEqualTo(2);
        assertThat(this.err.text()).startsWith("--chaos needs at least 60 records, and " + file + " has 59");
    }

    @Test
    void so_does_what_befalls_a_worker() throws IOException {
        Path file = fiftyNine();
        assertThat(run("--parts=e", "--records=" + file)).isEqualTo(2);
        assertThat(this.err.text()).startsWith("(e) needs at least 60 records, and " + file + " has 59");
    }

    private Path fiftyNine() throws IOException {
        List<String> lines = Logs.records(59).stream()
                .map(record -> "{\"data\":{\"type\":\"dois\",\"attributes\":{\"doi\":\"" + record.doi() + "\"}}}")
                .toList();
        return Files.write(this.folder.resolve("some.jsonl"), lines);
    }

    @Test
    void so_is_an_address_of_a_redis_where_nobody_listens() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            taken.close();
            assertThat(run("--store=redis", "--redis=redis://:s3cret@127.0.0.1:" + port))
                    .isEqualTo(2);
        }
        assertThat(this.err.text()).isEqualTo("Nobody listens at the address that --redis names\nTry --help.\n");
    }

    @Test
    void what_did_not_hold_ends_with_1() {
        assertThat(SampleApplication.exitCode(true)).isZero();
        assertThat(SampleApplication.exitCode(false)).isEqualTo(1);
    }

    private int run(String... args) {
        return new SampleApplication(this.out.stream(), this.err.stream()).run(args, Map.of());
    }
}
