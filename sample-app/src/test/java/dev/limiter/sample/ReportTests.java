package dev.limiter.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTests {

    private final Output out = new Output();

    @Test
    void table_notes_and_claims_stand_in_columns() {
        Run run = new Logs().at(0, 0, 201).at(1, 1, 429).at(1000, 1, 201).run(Logs.TWENTY_A_SECOND);
        Part part = new Part("(b)", List.of(run, run), List.of("a note", "and another"), List.of(held("it is so")));
        assertThat(new Report(this.out.stream()).print(List.of(part))).isTrue();
        assertThat(this.out.text()).isEqualTo("""

                                              requests    201s    429s  retries      time  quota used
                (b) a run                            3       2       1        1     1.0 s         5 %
                    a run                            3       2       1        1     1.0 s         5 %

                (b) a note
                    and another

                  held    it is so

                All 1 held.
                """);
    }

    @Test
    void a_claim_that_failed_is_said_to_have_failed_and_with_what() {
        Part part = new Part(
                "(a)", List.of(), List.of(), List.of(held("it is so"), Claim.equal("nobody is refused", 0, 3)));
        assertThat(new Report(this.out.stream()).print(List.of(part))).isFalse();
        assertThat(this.out.text()).contains("  FAILED  nobody is refused: 3\n").endsWith("1 of 2 did not hold.\n");
    }

    @Test
    void a_run_that_never_was_is_no_accident() {
        Part part = new Part("(a)", List.of(new Logs().run(SmallCase.QUOTA)), List.of(), List.of());
        new Report(this.out.stream()).print(List.of(part));
        assertThat(this.out.text())
                .contains("(a) a run                            0       0       0        0     0.0 s");
    }

    @Test
    void a_progress_bar_grows_and_needs_no_control_character() {
        ProgressBar bar = new ProgressBar(this.out.stream());
        bar.begin("a run", 3);
        bar.step();
        assertThat(this.out.text()).isEqualTo("    a run                    [" + "#".repeat(13));
        bar.step();
        bar.step();
        bar.step();
        bar.end(Duration.ofMillis(12_340));
        assertThat(this.out.text()).isEqualTo("    a run                    [" + "#".repeat(40) + "]  12.3 s\n");
    }

    @Test
    void a_bar_that_ended_early_shows_what_is_missing() {
        ProgressBar bar = new ProgressBar(this.out.stream());
        bar.begin("a run", 2);
        bar.step();
        bar.end(Duration.ZERO);
        assertThat(this.out.text()).endsWith("[" + "#".repeat(20) + ".".repeat(20) + "]   0.0 s\n");
    }

    private static Claim held(String text) {
        return new Claim(text, true, "");
    }
}
