package dev.limiter.gate;

import static dev.limiter.gate.TestGate.contour;
import static dev.limiter.gate.TestGate.patient;
import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Permit;
import dev.limiter.Priority;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.contour.Contour;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.PausePolicy.Resume;
import dev.limiter.test.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A quota that others spend from as well: another registry on the same store, or somebody whom nobody here knows. */
class OtherSpendersTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    private static final PausePolicy NO_JITTER =
            new PausePolicy(SECOND, Duration.ofDays(1), Duration.ZERO, Resume.EMPTY);

    private static Refusal refusal() {
        return new Refusal(Scope.KEY, SECOND, "429 at RecordClient.deposit");
    }

    @Test
    void p23_a_busy_registry_sends_nothing_after_another_one_has_written_a_pause() {
        try (TestGate one = TestGate.of(contour("100/s", 10).pause(NO_JITTER));
                GateRegistry other = one.time
                        .registry(one.store)
                        .contours(List.of(one.registry.contour("datacite")))
                        .build()) {
            Permit refused = one.call().permit();
            List<Caller> busy = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                busy.add(new Caller(one.time, other.limiter("datacite"), patient(Priority.NORMAL)));
            }
            one.after(300);
            long before = busy.stream().filter(Caller::isServed).count();

            refused.refused(refusal());
            one.after(999);

            assertThat(before).isGreaterThan(20);
            assertThat(busy.stream().filter(Caller::isServed).count()).isEqualTo(before);
            one.after(500);
            assertThat(busy.stream().filter(Caller::isServed).count()).isGreaterThan(before);
        }
    }

    /** Grants half of the rate that is configured, and says Retry-After one second to the rest. */
    private static final class StricterServer {

        private final InMemoryBucketStore store;

        private final Bucket quota = Bucket.of(contour("5/s", 5).build(), "");

        private int accepted;

        private int refused;

        StricterServer(VirtualClock time) {
            this.store = new InMemoryBucketStore(time);
        }

        void answer(Permit permit) {
            Reply reply = this.store
                    .book(this.quota, Ask.one(1, this.store.ticker().micros()))
                    .toCompletableFuture()
                    .join();
            if (reply.answers().get(0) instanceof Slot) {
                this.accepted++;
                permit.succeeded();
            } else {
                this.refused++;
                permit.refused(refusal());
            }
            permit.close();
        }
    }

    @Test
    void p109_a_stricter_server_means_pauses_that_are_told_of_and_no_storm() {
        Contour configured = contour("10/s", 10).pause(NO_JITTER).build();
        try (TestGate gate = TestGate.of(contour("10/s", 10).pause(NO_JITTER))) {
            StricterServer server = new StricterServer(gate.time);
            for (int i = 0; i < 1000; i++) {
                gate.call(patient(Priority.NORMAL)).whenServed(server::answer);
            }
            gate.after(60_000);

            // Each refusal is a pause of a second, so that there is at most one for each second; the rest is work done.
            assertThat(server.refused).isBetween(5, 60);
            assertThat(gate.listener.events("paused")).hasSize(server.refused);
            assertThat(server.accepted).isGreaterThan(60 * 5 / 2);
            assertThat(gate.registry.contour("datacite").limits()).isEqualTo(configured.limits());
        }
    }
}
