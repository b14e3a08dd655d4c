package dev.limiter.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Quota;
import dev.limiter.gate.GateRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The example of the guide for tests. */
class WithoutSpringTests {

    @Test
    void no_window_holds_more_than_the_quota() {
        VirtualClock clock = new VirtualClock();
        Arrivals arrivals = new Arrivals(clock);
        Contour datacite = Contour.named("datacite")
                .quota(Quota.parse("3000/5m"))
                .maxWait(Duration.ofHours(1))
                .build();
        try (GateRegistry registry = clock.registry(new ManualStore(clock))
                .contours(List.of(datacite))
                .build()) {
            Limiter limiter = registry.limiter("datacite");
            for (int i = 0; i < 5000; i++) {
                CompletionStage<Permit> call = limiter.acquireAsync();
                call.thenAccept(permit -> {
                    arrivals.record();
                    permit.close();
                });
            }
            clock.advance(Duration.ofMinutes(11));
        }
        assertThat(arrivals.count()).isEqualTo(5000);
        arrivals.assertNoWindowHoldsMoreThan(3000, Duration.ofMinutes(5));
    }
}
