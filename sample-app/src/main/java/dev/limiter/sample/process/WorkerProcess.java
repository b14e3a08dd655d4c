package dev.limiter.sample.process;

import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.worker.Outcome;
import dev.limiter.sample.worker.Terms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import reactor.core.publisher.Flux;

/** A worker in a process of its own, as its parent sees it. It ends with its parent, however that ends. */
final class WorkerProcess implements AutoCloseable {

    /** Four of them start in seconds on a small machine; on a busy one it takes longer. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int SECONDS_TO_END = 10;

    private final String name;
    private final Process process;
    private final Conversation conversation;
    private final LastLines remarks = new LastLines(20);

    private WorkerProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        this.conversation = new Conversation(process.outputWriter(StandardCharsets.UTF_8));
    }

    /**
     * Starts one. It is ready when {@link #awaitReady()} returns.
     *
     * @param environment what its environment has besides ours: unlike arguments, no list of processes shows it
     */
    static WorkerProcess start(String name, Terms terms, Map<String, String> environment) {
        List<String> arguments =
                new ArrayList<>(List.of(name, terms.destination().baseUrl().toString(), terms.profile()));
        arguments.addAll(List.of(terms.arguments()));
        ProcessBuilder builder = new ProcessBuilder(JavaCommand.of(WorkerMain.class, arguments));
        builder.environment().putAll(environment);
        try {
            WorkerProcess worker = new WorkerProcess(name, builder.start());
            worker.startReading(worker::listen);
            worker.startReading(() -> worker.remarks.readAll(worker.process.getErrorStream()));
            return worker;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private void startReading(Runnable task) {
        Thread thread = new Thread(task, this.name);
        thread.setDaemon(true);
        thread.start();
    }

    private void listen() {
        this.conversation.listen(this.process.inputReader(StandardCharsets.UTF_8), this::ended);
    }

    private RuntimeException ended() {
        awaitEnd();
        String said = this.remarks.text();
        return new IllegalStateException("%s has ended with %d%s"
                .formatted(this.name, this.process.exitValue(), said.isEmpty() ? "" : ": " + said));
    }

    String name() {
        return this.name;
    }

    void awaitReady() {
        this.conversation.await(Message.Kind.READY, PATIENCE);
    }

    /** Has it send so many requests that are not counted; {@link #awaitWarm()} waits for their end. */
    void warmUp(int requests) {
        this.conversation.say(List.of(Order.of(Order.Kind.WARM_UP, requests)));
    }

    void awaitWarm() {
        this.conversation.await(Message.Kind.WARM, PATIENCE);
    }

    /** The longest of a few. */
    Duration roundTrip() {
        this.conversation.say(Order.Kind.ROUND_TRIP);
        return Duration.ofNanos(1000
                * this.conversation.await(Message.Kind.ROUND_TRIP, PATIENCE).number());
    }

    /** Is told of each permit and each send from now on, on a thread of this worker's. */
    void watch(Consumer<Message> listener) {
        this.conversation.watch(listener);
    }

    /** By how much a thread of it that wakes each millisecond was late at worst, since this was last asked. */
    Duration lateness() {
        this.conversation.say(Order.Kind.LATENESS);
        return Duration.ofNanos(
                1000 * this.conversation.await(Message.Kind.LATE, PATIENCE).number());
    }

    /** What becomes of these, once it is said to {@link #go()}. */
    Flux<Outcome> take(List<DepositRecord> records) {
        return this.conversation.take(records);
    }

    void go() {
        this.conversation.go();
    }

    /** Sends nothing more; what has been sent is answered. */
    void stop() {
        this.conversation.say(Order.Kind.STOP);
    }

    /** As {@code kill -9} does. */
    void kill() {
        this.process.destroyForcibly();
    }

    /** There are no more orders, so that it ends; {@link #close()} waits for that. */
    void dismiss() {
        try {
            this.process.getOutputStream().close();
        } catch (IOException ex) {
            // it is gone already
            this.process.destroy();
        }
    }

    @Override
    public void close() {
        dismiss();
        awaitEnd();
    }

    private void awaitEnd() {
        try {
            if (!this.process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                this.process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException ex) {
            this.process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
