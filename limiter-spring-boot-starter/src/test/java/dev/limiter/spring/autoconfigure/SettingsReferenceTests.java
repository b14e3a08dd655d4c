package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.autoconfigure.SettingsReference.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@code docs/settings.md} says is what the metadata says. */
class SettingsReferenceTests {

    private static final Path PAGE = Path.of("..", "docs", "settings.md");

    private static List<Setting> all() throws Exception {
        List<Setting> all = new ArrayList<>(SettingsReference.common());
        all.addAll(SettingsReference.ofContour());
        return all;
    }

    /** To write it anew, put the rows that are expected here into the page. */
    @Test
    void each_setting_is_a_row_of_the_page_with_its_default_and_its_meaning() throws Exception {
        try (var lines = Files.lines(PAGE)) {
            assertThat(lines.filter(line -> line.startsWith("| `")))
                    .containsExactlyElementsOf(all().stream().map(Setting::row).toList());
        }
    }

    @Test
    void each_setting_says_what_it_means_and_what_may_be_written() throws Exception {
        assertThat(all()).hasSizeGreaterThan(35).allSatisfy(setting -> {
            assertThat(setting.description()).as(setting.name()).endsWith(".");
            assertThat(setting.values()).as(setting.name()).isNotEmpty();
        });
    }
}
