package dev.limiter.spring.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.limiter.Limiter;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.PermitTimeoutException;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.call.WaitWatch.Wait;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What is seen of waits, and that whoever waits does not suffer from it. */
@ExtendWith(OutputCaptureExtension.class)
class WatchedLimiterTests {

    private final GateRegistry registry = GateRegistry.builder(new InMemoryBucketStore())
            .contours(List.of(Contour.named("datacite")
                    .limit(Rate.parse("10/s"), 1)
                    .arrivalJitter(Duration.ZERO)
                    .build()))
            .build();

    private final Limiter limiter = this.registry.limiter("datacite");

    private final List<String> seen = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        this.registry.close();
    }

    private final class Seen implements Wait {

        @Override
        public void granted(Permit permit) {
            WatchedLimiterTests.this.seen.add("granted");
        }

        @Override
        public void failed(Throwable failure) {
            WatchedLimiterTests.this.seen.add(failure.getClass().getSimpleName());
        }
    }

    private Limiter watched() {
        return new WatchedLimiter(this.limiter, () -> {
            this.seen.add("begun");
            return new Seen();
        });
    }

    /** From now on whoever comes waits until {@link Limiter#resume()}. */
    private void pause() {
        this.limiter.pause(Duration.ofSeconds(20), "by hand").join();
    }

    @Test
    void a_denial_and_a_cancellation_end_what_is_seen() {
        pause();
        CompletableFuture<Permit> late = watched().acquireAsync();
        CompletableFuture<Permit> cancelled = watched().acquireAsync();
        cancelled.cancel(false);
        this.limiter.pause(Duration.ofHours(1), "by hand").join();

        assertThatThrownBy(late::join).hasCauseInstanceOf(PermitTimeoutException.class);
        assertThat(this.seen).containsExactly("begun", "begun", "CancellationException", "PermitTimeoutException");
    }

    @Test
    void a_permit_or_a_denial_at_once_is_no_wait() throws Exception {
        watched().acquire().close();
        pause();
        PermitRequest hasty = PermitRequest.one().withMaxWait(Duration.ofSeconds(1));

        assertThatThrownBy(() -> watched().acquire(hasty)).isInstanceOf(PermitTimeoutException.class);
        assertThatThrownBy(() -> watched().acquireAsync(hasty).join()).hasCauseInstanceOf(PermitTimeoutException.class);
        assertThat(this.seen).isEmpty();
    }

    @Test
    void what_goes_wrong_with_seeing_is_logged_and_the_permit_is_given(CapturedOutput output) throws Exception {
        Limiter broken = new WatchedLimiter(this.limiter, () -> {
            throw new IllegalStateException("no");
        });
        broken.acquire().close();
        broken.acquire().close();
        broken.acquireAsync().get(20, TimeUnit.SECONDS).close();
        Limiter brokenLater = new WatchedLimiter(this.limiter, () -> new Wait() {
            @Override
            public void granted(Permit permit) {
                throw new IllegalStateException("no");
            }

            @Override
            public void failed(Throwable failure) {}
        });
        pause();
        CompletableFuture<Permit> waits = brokenLater.acquireAsync();
        this.limiter.resume().join();

        waits.get(20, TimeUnit.SECONDS).close();
        // Said by the thread that hands the permit out, possibly after the caller has it.
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(output)
                        .contains("a wait could not be observed", "the end of a wait could not be observed"));
    }
}
