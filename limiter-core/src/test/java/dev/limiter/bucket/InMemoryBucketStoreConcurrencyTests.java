package dev.limiter.bucket;

import static dev.limiter.bucket.Contours.contour;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

class InMemoryBucketStoreConcurrencyTests {

    private static final int THREADS = 8;

    private final VirtualTicker ticker = new VirtualTicker();

    private final InMemoryBucketStore memory = new InMemoryBucketStore(this.ticker);

    @Test
    void many_threads_get_the_schedule_that_one_would_get() throws InterruptedException {
        TimedStore store = new TimedStore(this.memory, this.ticker, contour("1000/s capacity 5"));
        ConcurrentLinkedQueue<Slot> slots = new ConcurrentLinkedQueue<>();

        inParallel(thread -> {
            for (int i = 0; i < 2_000; i++) {
                slots.add(store.slot(1));
            }
        });

        List<Long> instants = slots.stream().map(Slot::at).sorted().toList();
        for (int i = 0; i < instants.size(); i++) {
            assertThat(instants.get(i)).isEqualTo(store.micros(Math.max(0, i - 4) / 1000.0));
        }
        assertThat(slots.stream().map(Slot::serial).distinct()).hasSize(THREADS * 2_000);
    }

    @Test
    void a_bucket_that_is_forgotten_while_others_use_it_gives_no_more() throws InterruptedException {
        TimedStore store = new TimedStore(this.memory, this.ticker, contour("1000/s capacity 5"));
        ConcurrentLinkedQueue<Slot> slots = new ConcurrentLinkedQueue<>();

        inParallel(thread -> {
            for (int i = 0; i < 2_000; i++) {
                if (thread == 0) {
                    this.ticker.advance(java.time.Duration.ofMillis(10));
                    store.forget();
                } else if (store.askUntil(this.memory.ticker().micros(), 1) instanceof Slot slot) {
                    slots.add(slot);
                }
            }
        });

        List<Slot> sent = new ArrayList<>(slots);
        sent.sort(java.util.Comparator.comparingLong(Slot::at));
        new Envelope(contour("1000/s capacity 5").limits().get(0)).holds(sent);
    }

    @Test
    void time_never_goes_back_for_anybody() throws InterruptedException {
        AtomicBoolean back = new AtomicBoolean();

        inParallel(thread -> {
            long seen = Long.MIN_VALUE;
            for (int i = 0; i < 20_000; i++) {
                this.ticker.set(1_000_000 + (i * 7919L + thread) % 1_000);
                long now = this.memory.ticker().micros();
                back.compareAndSet(false, now < seen);
                seen = now;
            }
        });

        assertThat(back).isFalse();
    }

    private static void inParallel(IntConsumer work) throws InterruptedException {
        CountDownLatch start = new CountDownLatch(1);
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try {
                    start.await();
                    work.accept(number);
                } catch (InterruptedException | RuntimeException | AssertionError ex) {
                    failures.add(ex);
                }
            });
            thread.start();
            threads.add(thread);
        }
        start.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(failures).isEmpty();
    }
}
