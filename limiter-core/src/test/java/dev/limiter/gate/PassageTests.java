package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.CostAboveCapacityException;
import dev.limiter.Limiter;
import dev.limiter.LimiterClosedException;
import dev.limiter.LimiterListener;
import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.StoreVerb;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import dev.limiter.test.VirtualClock;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where the store keeps the bucket in this process, what is there is taken past the queue; and never where somebody waits. */
class PassageTests {

    private final VirtualClock time = new VirtualClock();

    private final RecordingListener listener = new RecordingListener();

    private final AtomicInteger bookings = new AtomicInteger();

    private final LimiterListener counter = new LimiterListener() {
        @Override
        public void storeCalled(String contour, StoreVerb verb, Duration took, boolean failed) {
            PassageTests.this.bookings.addAndGet((verb == StoreVerb.BOOK) ? 1 : 0);
        }
    };

    private final InMemoryBucketStore store = new InMemoryBucketStore(this.time);

    private GateRegistry registry = open(contour("10/s", 3));

    private GateRegistry open(ContourBuilder contour) {
        return this.time
                .registry(this.store)
                .contours(List.of(contour.build()))
                .listener(this.listener)
                .listener(this.counter)
                .build();
    }

    @AfterEach
    void close() {
        this.registry.close();
    }

    private Limiter limiter() {
        return this.registry.limiter("datacite");
    }

    private Caller call() {
        return new Caller(this.time, limiter(), PermitRequest.one());
    }

    /** Calls to the store for those who go through the queue. */
    private int bookings() {
        return this.bookings.get();
    }

    private void after(long millis) {
        this.time.advance(Duration.ofMillis(millis));
    }

    @Test
    void the_first_permit_of_a_key_is_booked_and_the_next_ones_are_taken() throws InterruptedException {
        call().permit().close();
        limiter().acquire().close();
        limiter().tryAcquire(1).orElseThrow().close();

        assertThat(bookings()).isEqualTo(1);
        assertThat(this.listener.events("granted")).hasSize(3).allMatch(event -> event.contains("after 0ms"));
        assertThat(limiter().tryAcquire(1)).isEmpty();
    }

    @Test
    void a_cost_above_the_capacity_is_refused_however_long_nobody_came() {
        call().permit().close();
        after(60_000);

        assertThatThrownBy(() -> limiter().tryAcquire(5)).isInstanceOf(CostAboveCapacityException.class);
        assertThat(limiter().acquireAsync(PermitRequest.of(5))).isCompletedExceptionally();
    }

    @Test
    void both_ways_spend_one_bucket() {
        for (int i = 0; i < 3; i++) {
            call().permit();
        }
        List<Caller> waiting = List.of(call(), call(), call());
        after(300);

        assertThat(waiting).extracting(Caller::servedAt).containsExactly(100L, 200L, 300L);
    }

    @Test
    void nobody_overtakes_those_who_wait() {
        for (int i = 0; i < 3; i++) {
            call().permit();
        }
        Caller waits = new Caller(this.time, limiter(), PermitRequest.of(3));
        after(150);
        // one permit is there, and it is not for whoever comes
        assertThat(limiter().tryAcquire(1)).isEmpty();
        Caller behind = call();
        after(150);

        assertThat(waits.servedAt()).isEqualTo(300);
        assertThat(behind.isWaiting()).isTrue();
        after(100);
        assertThat(behind.servedAt()).isEqualTo(400);
    }

    @Test
    void it_is_shut_while_a_pause_holds_and_open_again_afterwards() {
        Permit permit = call().permit();
        permit.refused(new Refusal(Scope.KEY, Duration.ofSeconds(2), "429 at a test"));
        assertThat(permit.isVoid()).isTrue();
        assertThat(limiter().tryAcquire(1)).isEmpty();
        Caller waits = call();
        after(5_000);
        assertThat(waits.servedAt()).isGreaterThanOrEqualTo(2_000);
        int bookings = bookings();

        assertThat(limiter().tryAcquire(1)).isPresent();
        assertThat(bookings()).isEqualTo(bookings);
    }

    @Test
    void a_pause_of_the_contour_shuts_the_passage_of_a_key_that_has_not_heard_of_it() {
        Limiter key = this.registry.limiter("datacite", "key");
        assertThat(key.tryAcquire(1)).isPresent();
        // through another registry, whose store is the same
        try (GateRegistry other = open(contour("10/s", 3))) {
            assertThat(other.pause("datacite", Duration.ofSeconds(2), "by hand"))
                    .isCompleted();
            assertThat(key.tryAcquire(1)).isEmpty();
        }
    }

    @Test
    void what_is_given_back_can_be_taken_again() {
        call().permit();
        call().permit();
        call().permit().giveBack();

        assertThat(limiter().tryAcquire(1)).isPresent();
        assertThat(limiter().tryAcquire(1)).isEmpty();
    }

    @Test
    void limits_that_are_changed_hold_at_once() {
        call().permit();
        call().permit();
        assertThat(this.registry.changeLimits("datacite", List.of(new Limit(Rate.parse("1/s"), 1, Duration.ZERO))))
                .isCompleted();
        assertThat(limiter().tryAcquire(1)).isEmpty();
        after(5_000);
        assertThat(limiter().tryAcquire(1)).isPresent();
        assertThat(limiter().tryAcquire(1)).isEmpty();

        assertThat(this.registry.resetLimits("datacite")).isCompleted();
        // no more is left than was before
        assertThat(limiter().tryAcquire(1)).isEmpty();
        after(5_000);
        assertThat(limiter().tryAcquire(3)).isPresent();
        assertThat(limiter().tryAcquire(1)).isEmpty();
    }

    @Test
    void who_asks_for_more_than_there_ever_is_is_told_so() {
        call().permit();
        assertThatThrownBy(() -> limiter().acquire(PermitRequest.of(4))).isInstanceOf(CostAboveCapacityException.class);
        assertThatThrownBy(() -> limiter().tryAcquire(0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_registry_that_is_closed_lets_nobody_through() {
        call().permit();
        Limiter known = limiter();
        this.registry.close();

        assertThatThrownBy(known::acquire).isInstanceOf(LimiterClosedException.class);
    }

    @Test
    void a_contour_with_a_cap_on_what_is_in_flight_keeps_it() {
        this.registry.close();
        this.registry = open(contour("10/s", 3).concurrency(1));
        Permit first = call().permit();
        Caller second = call();
        assertThat(second.isWaiting()).isTrue();
        first.close();
        assertThat(second.isServed()).isTrue();
    }

    @Test
    void a_key_that_is_used_past_the_queue_alone_stays_and_goes_when_its_bucket_is_full() {
        Limiter key = this.registry.limiter("datacite", "key");
        for (int i = 0; i < 20; i++) {
            key.tryAcquire(1).orElseThrow().close();
            after(95);
            assertThat(this.registry.size()).isEqualTo(1);
        }
        assertThat(bookings()).isEqualTo(1);
        after(3_000);
        assertThat(this.registry.size()).isZero();
        assertThat(this.store.size()).isZero();
        assertThat(this.time.pending()).isZero();

        assertThat(key.tryAcquire(3)).isPresent();
        assertThat(key.tryAcquire(1)).isEmpty();
    }

    @Test
    void what_is_left_and_in_flight_is_seen() {
        assertThat(this.registry.load("datacite").permitsLeft()).isEqualTo(OptionalLong.empty());
        call().permit();
        Permit second = call().permit();
        assertThat(this.registry.load("datacite").permitsLeft()).hasValue(1);
        assertThat(this.registry.load("datacite").inFlight()).isEqualTo(2);
        second.close();
        after(100);
        assertThat(this.registry.load("datacite").permitsLeft()).hasValue(2);
        assertThat(this.registry.load("datacite").inFlight()).isEqualTo(1);
    }
}
