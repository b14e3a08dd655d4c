package dev.limiter.sample.process;

import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.worker.Outcome;
import dev.limiter.sample.worker.ToldFailure;
import dev.limiter.sample.worker.Worker;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where a worker's orders come in, one after the other. Only those that warm it up take time. */
final class Desk {

    private final Supplier<Worker> start;
    private final Watch watch;
    private final Consumer<Message> messages;

    /** What was taken since it was last said to go. */
    private Map<DepositRecord, Integer> taken = new IdentityHashMap<>();

    private @Nullable Worker started;

    Desk(Supplier<Worker> start, Watch watch, Consumer<Message> messages) {
        this.start = start;
        this.watch = watch;
        this.messages = messages;
    }

    /** Starts the worker. Comes before all orders. */
    void open() {
        this.started = this.start.get();
        this.messages.accept(Message.of(Message.Kind.READY));
    }

    private Worker worker() {
        return Objects.requireNonNull(this.started);
    }

    void obey(Order order) {
        switch (order.kind()) {
            case WARM_UP -> {
                worker().warmUp(order.number());
                this.messages.accept(Message.of(Message.Kind.WARM));
            }
            case ROUND_TRIP -> {
                long micros = worker().roundTrip().toNanos() / 1000;
                this.messages.accept(Message.of(Message.Kind.ROUND_TRIP, micros));
            }
            case WATCH -> this.watch.begin();
            case LATENESS ->
                this.messages.accept(
                        Message.of(Message.Kind.LATE, this.watch.lateness().toNanos() / 1000));
            case TAKE -> this.taken.put(order.record(), order.number());
            case GO -> go();
            case STOP -> worker().stop();
        }
    }

    private void go() {
        Map<DepositRecord, Integer> numbers = this.taken;
        this.taken = new IdentityHashMap<>();
        List<DepositRecord> records = numbers.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .toList();
        worker().deposit(records).subscribe(outcome -> tell(numbers, outcome));
    }

    private void tell(Map<DepositRecord, Integer> numbers, Outcome outcome) {
        int number = Objects.requireNonNull(numbers.get(outcome.record()));
        this.messages.accept(
                (outcome.failure() == null)
                        ? Message.of(Message.Kind.DEPOSITED, number)
                        : new Message(Message.Kind.FAILED, number, ToldFailure.tell(outcome.failure())));
    }
}
