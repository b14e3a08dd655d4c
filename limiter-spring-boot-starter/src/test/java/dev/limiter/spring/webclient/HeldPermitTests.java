package dev.limiter.spring.webclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Permit;
import dev.limiter.Refusal;
import dev.limiter.WaitReason;
import dev.limiter.spring.webclient.HeldPermit.Clearance;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Every permit is sent, or given back, exactly once. */
class HeldPermitTests {

    /** As a permit promises: what is said of it first holds. */
    static final class CountingPermit implements Permit {

        private final AtomicBoolean ended = new AtomicBoolean();

        final AtomicInteger givenBack = new AtomicInteger();

        final AtomicInteger closed = new AtomicInteger();

        @Override
        public String contour() {
            return "api";
        }

        @Override
        public Duration waited() {
            return Duration.ZERO;
        }

        @Override
        public WaitReason waitedFor() {
            return WaitReason.STORE;
        }

        @Override
        public boolean isVoid() {
            return false;
        }

        @Override
        public void succeeded() {}

        @Override
        public void refused(Refusal refusal) {}

        @Override
        public void giveBack() {
            if (this.ended.compareAndSet(false, true)) {
                this.givenBack.incrementAndGet();
            }
        }

        @Override
        public void close() {
            if (this.ended.compareAndSet(false, true)) {
                this.closed.incrementAndGet();
            }
        }
    }

    private final HeldPermit held = new HeldPermit();

    private final CountingPermit permit = new CountingPermit();

    @Test
    void a_permit_that_was_sent_is_closed_and_one_that_was_not_is_given_back() {
        this.held.granted(this.permit);
        assertThat(this.held.send(true)).isEqualTo(Clearance.SEND);
        this.held.answered();
        this.held.end();
        this.held.end();
        assertThat(this.permit.closed).hasValue(1);
        assertThat(this.permit.givenBack).hasValue(0);

        HeldPermit unsent = new HeldPermit();
        CountingPermit unused = new CountingPermit();
        unsent.granted(unused);
        unsent.end();
        assertThat(unused.givenBack).hasValue(1);
        assertThat(unused.closed).hasValue(0);
        assertThat(unsent.send(true)).isEqualTo(Clearance.ENDED);
    }

    @Test
    void what_was_answered_was_sent_whoever_forgot_to_say_so() {
        this.held.granted(this.permit);
        this.held.answered();
        this.held.end();
        assertThat(this.held.everSent()).isTrue();
    }

    @Test
    void a_permit_that_is_out_of_date_goes_back_when_another_has_been_asked_for() {
        this.held.granted(this.permit);
        assertThat(this.held.send(false)).isEqualTo(Clearance.ACQUIRE);
        assertThat(this.permit.givenBack).hasValue(0);

        CountingPermit fresh = new CountingPermit();
        this.held.acquire(CompletableFuture.completedFuture(fresh)).subscribe();

        assertThat(this.permit.givenBack).hasValue(1);
        assertThat(this.held.send(true)).isEqualTo(Clearance.SEND);
        assertThat(this.held.everSent()).isTrue();
    }

    @Test
    void a_request_that_is_sent_again_needs_a_permit_of_its_own() {
        this.held.granted(this.permit);
        assertThat(this.held.send(true)).isEqualTo(Clearance.SEND);

        assertThat(this.held.send(true)).isEqualTo(Clearance.ACQUIRE);
        this.held.acquire(new CompletableFuture<>()).subscribe();

        assertThat(this.permit.closed).hasValue(1);
        assertThat(this.permit.givenBack).hasValue(0);
    }

    @Test
    void an_end_between_two_permits_loses_neither() {
        this.held.granted(this.permit);
        assertThat(this.held.send(true)).isEqualTo(Clearance.SEND);
        assertThat(this.held.send(true)).isEqualTo(Clearance.ACQUIRE);
        this.held.end();
        assertThat(this.permit.closed).hasValue(1);

        CountingPermit next = new CountingPermit();
        this.held.acquire(CompletableFuture.completedFuture(next)).subscribe(null, error -> {});

        assertThat(next.givenBack).hasValue(1);
        assertThat(this.held.send(true)).isEqualTo(Clearance.ENDED);
    }

    @Test
    void a_permit_that_nobody_subscribed_to_goes_back_at_the_end() {
        CompletableFuture<Permit> future = new CompletableFuture<>();
        assertThat(this.held.acquire(future)).isNotNull();
        future.complete(this.permit);

        this.held.end();

        assertThat(this.permit.givenBack).hasValue(1);
    }

    @Test
    void an_end_while_waiting_cancels_the_wait_and_signals_nothing() {
        CompletableFuture<Permit> future = new CompletableFuture<>();
        AtomicInteger signals = new AtomicInteger();
        this.held.acquire(future).subscribe(null, error -> signals.incrementAndGet(), signals::incrementAndGet);

        this.held.end();

        assertThat(future).isCancelled();
        assertThat(signals).hasValue(0);
    }

    @Test
    void grant_and_end_at_the_same_moment_lose_no_permit_and_send_none_that_was_given_back() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            for (int i = 0; i < 3_000; i++) {
                race(threads);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void race(ExecutorService threads) throws Exception {
        HeldPermit held = new HeldPermit();
        CountingPermit permit = new CountingPermit();
        CompletableFuture<Permit> future = new CompletableFuture<>();
        AtomicReference<Clearance> sent = new AtomicReference<>(Clearance.ENDED);
        held.acquire(future).subscribe(null, error -> {}, () -> sent.set(held.send(true)));
        CyclicBarrier start = new CyclicBarrier(2);
        Future<Boolean> granting = threads.submit(() -> {
            start.await();
            return future.complete(permit);
        });
        Future<?> ending = threads.submit(() -> {
            start.await();
            held.end();
            return null;
        });
        boolean granted = granting.get();
        ending.get();

        int ends = permit.givenBack.get() + permit.closed.get();
        assertThat(ends).isEqualTo(granted ? 1 : 0);
        if (permit.givenBack.get() == 1) {
            assertThat(held.everSent()).isFalse();
        }
    }
}
