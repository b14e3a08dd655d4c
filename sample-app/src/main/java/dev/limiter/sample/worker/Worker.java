package dev.limiter.sample.worker;

import dev.limiter.LimiterRegistry;
import dev.limiter.bucket.BucketStore;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.deposit.RepositoryClient;
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

/** One replica: a Spring application with a registry, a client and connections of its own. */
final class Worker implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int WARM_UP = 100;

    private final ConfigurableApplicationContext application;

    private Worker(ConfigurableApplicationContext application) {
        this.application = application;
    }

    /**
     * Starts a worker.
     *
     * @param store where its buckets are, if it shares them; null for a store of its own, in its memory, which is what
     *     the starter makes where it finds no other. A store that all processes reach goes in here
     */
    static Worker start(String name, Terms terms, @Nullable BucketStore store) {
        return new Worker(new SpringApplicationBuilder(WorkerApplication.class)
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .profiles(terms.profile())
                .properties(terms.properties())
                .initializers(context -> supply(context.getBeanFactory(), name, terms, store))
                .run());
    }

    private static void supply(
            ConfigurableListableBeanFactory beans, String name, Terms terms, @Nullable BucketStore store) {
        beans.registerSingleton("workerName", new WorkerName(name));
        beans.registerSingleton("destination", terms.destination());
        beans.registerSingleton("sendLog", new SendLog(name, terms.sendListener(), InstantSource.system()));
        if (store != null) {
            beans.registerSingleton("bucketStore", store);
        }
    }

    /** Opens as many connections as a batch uses and lets the JVM see the way; takes the longest of a few round trips. */
    Duration warmUp() {
        RepositoryClient repository = this.application.getBean(RepositoryClient.class);
        Flux.range(0, WARM_UP)
                .flatMap(i -> repository.heartbeat(), DepositBatch.AT_ONCE)
                .blockLast(PATIENCE);
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

    Flux<Outcome> deposit(List<DepositRecord> records) {
        return this.application.getBean(DepositBatch.class).deposit(records);
    }

    /** Sends nothing more. Who waits for a permit is told so; what has been sent is answered. */
    void stop() {
        this.application.getBean(LimiterRegistry.class).close();
    }

    @Override
    public void close() {
        this.application.close();
    }
}
