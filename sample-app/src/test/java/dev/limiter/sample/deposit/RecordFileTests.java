package dev.limiter.sample.deposit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordFileTests {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void the_shipped_file_has_200_records_with_the_test_prefix_and_no_doi_twice() {
        List<DepositRecord> records = RecordFile.shipped();
        assertThat(records).hasSize(200);
        assertThat(records)
                .extracting(record -> record.doi().toLowerCase(Locale.ROOT))
                .doesNotHaveDuplicates()
                .allSatisfy(doi -> assertThat(doi).startsWith("10.5072/"));
        assertThat(records).allSatisfy(record -> assertThat(record.document()).contains(record.doi()));
    }

    @Test
    void a_document_is_sent_as_its_line_has_it() throws IOException {
        String line = line("10.5072/a");
        assertThat(RecordFile.read(file("\n  " + line + " \n\n")))
                .containsExactly(new DepositRecord("10.5072/a", line));
    }

    @Test
    void an_error_says_which_line_it_is_in() throws IOException {
        assertBad(line("10.5072/a") + "\n\n{\"data\": \n", "line 3: not a JSON document");
        assertBad(line("10.5072/a") + " {}\n", "line 1: not a JSON document");
        assertBad("{\"data\":{\"type\":\"books\"}}", "line 1: /data/type must be \"dois\"");
        assertBad(line(""), "line 1: /data/attributes/doi must be a DOI such as 10.5072/abc, but is \"\"");
        assertBad(
                line("10.5072"), "line 1: /data/attributes/doi must be a DOI such as 10.5072/abc, but is \"10.5072\"");
    }

    @Test
    void a_doi_may_not_come_twice_in_whatever_case() throws IOException {
        assertBad(
                line("10.5072/a") + "\n" + line("10.5072/b") + "\n" + line("10.5072/A"),
                "line 3: the DOI 10.5072/A is in line 1 already");
    }

    @Test
    void a_file_that_is_not_there_or_empty_or_not_utf_8_is_said_to_be_so() throws IOException {
        Path missing = this.folder.resolve("missing.jsonl");
        assertThatThrownBy(() -> RecordFile.read(missing))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessage(missing + ": there is no such file");
        assertBad("\n", "there is no record in it");
        Path latin = this.folder.resolve("latin.jsonl");
        Files.write(latin, line("10.5072/é").getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> RecordFile.read(latin)).hasMessage(latin + ": not in UTF-8");
        assertThatThrownBy(() -> RecordFile.read(this.folder)).isInstanceOf(InvalidRecordException.class);
    }

    private void assertBad(String content, String message) throws IOException {
        Path file = file(content);
        assertThatThrownBy(() -> RecordFile.read(file))
                .isInstanceOf(InvalidRecordException.class)
                .hasMessageStartingWith(file.toString())
                .hasMessageContaining(message);
    }

    private Path file(String content) throws IOException {
        return Files.writeString(this.folder.resolve("records.jsonl"), content);
    }

    private static String line(String doi) {
        return "{\"data\":{\"type\":\"dois\",\"attributes\":{\"doi\":\"" + doi + "\"}}}";
    }
}
