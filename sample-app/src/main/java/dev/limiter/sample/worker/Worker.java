package dev.limiter.sample.worker;

import dev.limiter.LimiterRegistry;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.deposit.RepositoryClient;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One replica: a Spring application with a registry, a client and connections of its own. */
public final class Worker implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** As many as a batch has under way by default; each opens a connection. */
    private static final int CONNECTIONS = 16;

    private final ConfigurableApplicationContext application;

    private Worker(ConfigurableApplicationContext application) {
        this.application = application;
    }

    /**
     * Starts a worker.
     *
     * @param memory what it shares with others in this process; null for what its properties ask for: a store of its own,
     *     in its memory, or one that all processes reach
     */
    public static Worker start(String name, Terms terms, @Nullable SharedMemory memory) {
        return new Worker(application(name, terms, memory).run(terms.arguments()));
    }

    /** Starts a worker with an actuator, at a loopback port of its own. What it shares is what its properties ask for. */
    public static Worker startWithActuator(String name, Terms terms) {
        return new Worker(
                application(name, terms, null).web(WebApplicationType.REACTIVE).run(terms.arguments()));
    }

    private static SpringApplicationBuilder application(String name, Terms terms, @Nullable SharedMemory memory) {
        return new SpringApplicationBuilder(WorkerApplication.class)
                .main(WorkerApplication.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .profiles(terms.profile())
                .initializers(context -> supply(context.getBeanFactory(), name, terms, memory));
    }

    private static void supply(
            ConfigurableListableBeanFactory beans, String name, Terms terms, @Nullable SharedMemory memory) {
        beans.registerSingleton("workerName", new WorkerName(name));
        beans.registerSingleton("destination", terms.destination());
        beans.registerSingleton("sendLog", new SendLog(name, terms.sendListener(), InstantSource.system()));
        if (memory != null) {
            beans.registerSingleton("bucketStore", memory.buckets());
            beans.registerSingleton("operationStore", memory.operations());
        }
    }

    /** Where its actuator is, if it has one: without a slash at the end. */
    public URI actuator() {
        String port = this.application.getEnvironment().getRequiredProperty("local.server.port");
        return URI.create("http://127.0.0.1:" + port + "/actuator");
    }

    /** Opens connections and lets the JVM see the way, with so many requests that are not counted. */
    public void warmUp(int requests) {
        RepositoryClient repository = this.application.getBean(RepositoryClient.class);
        Flux.range(0, requests)
                .flatMap(i -> repository.heartbeat(), CONNECTIONS)
                .blockLast(PATIENCE);
    }

    /** The longest of a few round trips. */
    public Duration roundTrip() {
        RepositoryClient repository = this.application.getBean(RepositoryClient.class);
        return IntStream.range(0, 5)
                .mapToObj(i -> roundTrip(repository))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static Duration roundTrip(RepositoryClient repository) {
        long start = System.nanoTime();
        repository.heartbeat().block(PATIENCE);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** What became of each record, in the order in which that was known. */
    public Flux<Outcome> deposit(List<DepositRecord> records) {
        return this.application.getBean(DepositBatch.class).deposit(records);
    }

    /**
     * Settles operations of which nobody says how they ended, by asking the server. Nobody may be sending one of these, and
     * nothing of a sender that died may still be on its way.
     */
    public Flux<Settled> settle(List<DepositRecord> records) {
        return this.application.getBean(Settler.class).settle(records);
    }

    /** How many of these operations are not noted as done. */
    public Mono<Long> notDone(List<DepositRecord> records) {
        return this.application.getBean(Settler.class).notDone(records);
    }

    /** Takes away what is noted of these operations: for a server that is new, and has none of these records. */
    public Mono<Void> forget(List<DepositRecord> records) {
        return this.application.getBean(Settler.class).forget(records);
    }

    /** Sends nothing more. Who waits for a permit is told so; what has been sent is answered. */
    public void stop() {
        this.application.getBean(LimiterRegistry.class).close();
    }

    @Override
    public void close() {
        this.application.close();
    }
}
