package dev.limiter.spring.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.contour.Contour;
import dev.limiter.contour.Quota;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class BudgetWarningTests {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

    private final BudgetWarning warning = new BudgetWarning(
            Contour.named("datacite").quota(Quota.parse("3000/5m")).build(), this.nanos::get);

    @Test
    void an_exhausted_budget_is_said_once_a_minute_with_its_numbers(CapturedOutput output) {
        this.warning.exhausted();
        assertThat(output)
                .contains("WARN")
                .contains("Contour 'datacite': its retry budget is exhausted. Of the calls since this was last said, 1"
                        + " could have been repeated and were not. Repeats may be 20 % of first attempts"
                        + " (limiter.contours.datacite.retry.budget), and 3 more.");
        for (int i = 0; i < 9; i++) {
            this.nanos.addAndGet(Duration.ofSeconds(6).toNanos());
            this.warning.exhausted();
        }
        assertThat(output.getAll().split("is exhausted", -1)).hasSize(2);
        this.nanos.addAndGet(Duration.ofSeconds(6).toNanos());
        this.warning.exhausted();

        assertThat(output.getAll().split("is exhausted", -1)).hasSize(3);
        assertThat(output).contains("since this was last said, 10 could");
    }
}
