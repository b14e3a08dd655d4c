package dev.limiter.sample.process;

import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.worker.Outcome;
import dev.limiter.sample.worker.ToldFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** What a parent and one worker say to each other, from the parent's side. One batch at a time. */
final class Conversation {

    private final Writer orders;
    private final ConcurrentMap<Message.Kind, CompletableFuture<Message>> answers = new ConcurrentHashMap<>();
    private final Map<Long, DepositRecord> underWay = new ConcurrentHashMap<>();
    private volatile Sinks.Many<Outcome> outcomes = Sinks.many().unicast().onBackpressureBuffer();
    private volatile Consumer<Message> watcher = message -> {};
    private volatile @Nullable RuntimeException end;
    private int records;

    Conversation(Writer orders) {
        this.orders = orders;
    }

    /**
     * Listens until the worker says nothing more. Then whatever was expected of it has failed.
     *
     * @param reason why there is nothing more
     */
    void listen(BufferedReader messages, Supplier<RuntimeException> reason) {
        try {
            for (String line = messages.readLine(); line != null; line = messages.readLine()) {
                hear(Message.parse(line));
            }
            end(reason.get());
        } catch (IOException ex) {
            end(reason.get());
        } catch (RuntimeException ex) {
            end(ex);
        }
    }

    private void end(RuntimeException reason) {
        this.end = reason;
        this.outcomes.tryEmitError(reason);
        this.answers.values().forEach(answer -> answer.completeExceptionally(reason));
    }

    private void hear(Message message) {
        switch (message.kind()) {
            case READY, WARM, ROUND_TRIP, LATE -> answer(message.kind()).complete(message);
            case DEPOSITED -> settle(message.number(), null);
            case FAILED -> settle(message.number(), ToldFailure.heard(message.text()));
            case GRANTED, SENT -> this.watcher.accept(message);
        }
    }

    private CompletableFuture<Message> answer(Message.Kind kind) {
        return this.answers.computeIfAbsent(kind, absent -> new CompletableFuture<>());
    }

    private void settle(long number, @Nullable ToldFailure failure) {
        DepositRecord record = this.underWay.remove(number);
        if (record == null) {
            throw new IllegalStateException("the worker tells of a record that it does not have: " + number);
        }
        this.outcomes.tryEmitNext(new Outcome(record, failure));
        if (this.underWay.isEmpty()) {
            this.outcomes.tryEmitComplete();
        }
    }

    /** Waits for what the worker says of itself, or has said; each is said once for each time that it is asked for. */
    Message await(Message.Kind kind, Duration patience) {
        CompletableFuture<Message> answer = answer(kind);
        RuntimeException reason = this.end;
        if (reason != null) {
            answer.completeExceptionally(reason);
        }
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException ex) {
            throw new IllegalStateException(ex.getCause());
        } catch (TimeoutException ex) {
            throw new IllegalStateException("waited " + patience.toSeconds() + " s in vain for " + kind);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", ex);
        } finally {
            this.answers.remove(kind);
        }
    }

    /** What becomes of these, after {@link #go()}. */
    Flux<Outcome> take(List<DepositRecord> batch) {
        Sinks.Many<Outcome> sink = Sinks.many().unicast().onBackpressureBuffer();
        this.outcomes = sink;
        List<Order> taken = new ArrayList<>();
        for (DepositRecord record : batch) {
            this.underWay.put((long) this.records, record);
            taken.add(Order.take(this.records++, record));
        }
        say(taken);
        RuntimeException reason = this.end;
        if (reason != null) {
            sink.tryEmitError(reason);
        } else if (batch.isEmpty()) {
            sink.tryEmitComplete();
        }
        return sink.asFlux();
    }

    void go() {
        say(Order.Kind.GO);
    }

    /** Wants to be told of each permit and each send. */
    void watch(Consumer<Message> listener) {
        this.watcher = listener;
        say(Order.Kind.WATCH);
    }

    void say(Order.Kind kind) {
        say(List.of(Order.of(kind)));
    }

    /** A worker that is gone does not hear it; whoever waits for it is told so. */
    synchronized void say(List<Order> said) {
        try {
            for (Order order : said) {
                this.orders.write(order.line() + "\n");
            }
            this.orders.flush();
        } catch (IOException ex) {
            // the end of its messages comes, too, and with it the reason
        }
    }
}
