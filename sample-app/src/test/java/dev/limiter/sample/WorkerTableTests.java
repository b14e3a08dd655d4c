package dev.limiter.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WorkerTableTests {

    private static final Logs LOGS =
            new Logs().at(0, 0, 201).at(100, 1, 201).at(200, 2, 429).at(900, 2, 201);

    private final Output out = new Output();

    private final AtomicLong micros = new AtomicLong();

    @Test
    void on_a_terminal_it_is_drawn_in_its_place() {
        WorkerTable table = begin(true);
        String first = this.out.text();
        this.micros.set(1_050_000);
        table.tick();
        assertThat(this.out.text().substring(first.length())).isEqualTo("""
                \033[4A                          accepted  refused   left     rate\033[K
                      worker-1                   2        1      1    1.0/s\033[K
                      worker-2                   1        0      1    1.0/s\033[K
                      all, 1.1 s                 3        1      2    2.0/s\033[K
                """);
    }

    @Test
    void elsewhere_a_line_tells_of_each_second_and_the_table_comes_at_the_end() {
        WorkerTable table = begin(false);
        for (long now = 0; now <= 2_000_000; now += 250_000) {
            this.micros.set(now);
            table.tick();
        }
        table.end(Duration.ofSeconds(2));
        table.tick();
        assertThat(this.out.text()).isEqualTo("""
                    a run: the processes start
                      1.0 s  accepted 3 (2 1), refused 1, left 2, 3/s
                      2.0 s  accepted 3 (2 1), refused 1, left 2, 0/s
                                          accepted  refused   left     rate
                      worker-1                   2        1      1    1.0/s
                      worker-2                   1        0      1    0.5/s
                      all, 2.0 s                 3        1      2    1.5/s
                """);
    }

    @Test
    void a_long_run_has_no_line_for_each_second() {
        WorkerTable table = begin(false);
        for (long now = 0; now <= 330_000_000; now += 250_000) {
            this.micros.set(now);
            table.tick();
        }
        assertThat(this.out.text().lines()).hasSize(1 + 30 + 30);
    }

    @Test
    void what_happens_stands_between_the_lines_or_above_the_table() {
        begin(false).happened("it rains");
        assertThat(this.out.text()).endsWith("\n      0.0 s  it rains\n");
        begin(true).happened("it snows");
        assertThat(this.out.text()).contains("\033[4A      0.0 s  it snows\033[K\n                          accepted");
    }

    private WorkerTable begin(boolean terminal) {
        WorkerTable table = new WorkerTable(this.out.stream(), terminal);
        table.begin("a run", 5);
        Run run = LOGS.run(Logs.TWENTY_A_SECOND);
        table.follow(new Scene(List.of("worker-1", "worker-2"), 5, 0, this.micros::get, run::log));
        return table;
    }
}
