package dev.limiter.spring.webclient;

import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.blockhound.BlockHound;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * A program that looks for calls that block a thread of an event loop: with waits, refusals, callers that give up, and a
 * Redis that says nothing for a while. Prints what it finds, and at the end how many calls were answered.
 */
final class BlockingCheck {

    private static final Queue<String> found = new ConcurrentLinkedQueue<>();

    private BlockingCheck() {}

    public static void main(String[] args) {
        install();
        Mono.fromRunnable(BlockingCheck::block)
                .subscribeOn(Schedulers.parallel())
                .onErrorComplete()
                .block();
        System.out.println("self-test found " + found.size());
        found.clear();

        try (Replicas replicas = Replicas.start(
                2,
                "limits[0].rate=200/s",
                "limits[0].capacity=20",
                "concurrency=64",
                "on-store-failure=queue",
                "retry.backoff=10ms",
                "max-wait=20s")) {
            replicas.warmUp(Duration.ofMillis(200));
            refuseEachTwentieth(replicas.api);
            System.out.println("answered " + answered(replicas, 300));
            replicas.network.loseReplies(true);
            Mono<Long> inTheDark = Mono.fromCallable(() -> answered(replicas, 50))
                    .subscribeOn(Schedulers.boundedElastic())
                    .cache();
            inTheDark.subscribe();
            Replicas.letPass(Duration.ofMillis(1500));
            replicas.network.loseReplies(false);
            replicas.network.cut();
            System.out.println("answered after the dark " + inTheDark.block(Duration.ofSeconds(30)));
        }
        found.forEach(System.out::println);
        System.out.println("found " + found.size());
    }

    private static void install() {
        BlockHound.builder()
                .loadIntegrations()
                // the queue of a timer has a lock, which is held for a moment
                .allowBlockingCallsInside("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", "offer")
                .allowBlockingCallsInside("java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue", "remove")
                .nonBlockingThreadPredicate(
                        reactor -> reactor.or(thread -> thread.getName().matches("lettuce-(nio|epoll)EventLoop.*")))
                .blockingMethodCallback(method -> {
                    StringBuilder trace = new StringBuilder("blocking: " + method + " on "
                            + Thread.currentThread().getName());
                    StackWalker.getInstance()
                            .forEach(frame -> trace.append("\n    ").append(frame));
                    found.add(trace.toString());
                })
                .install();
    }

    private static void block() {
        LockSupport.parkNanos(1_000_000);
    }

    private static void refuseEachTwentieth(Upstream api) {
        AtomicInteger count = new AtomicInteger();
        api.answer((request, response) ->
                ((count.incrementAndGet() % 20 == 0) ? Answer.tooMany("0.1") : Answer.ok()).answer(request, response));
    }

    /** Each tenth caller gives up at once, and each fifth has little time. */
    private static long answered(Replicas replicas, int calls) {
        return Flux.range(0, calls)
                .flatMap(
                        i -> call(replicas.client(i % 2), i)
                                .subscribeOn(Schedulers.parallel())
                                .onErrorResume(failure -> Mono.empty()),
                        calls)
                .count()
                .blockOptional(Duration.ofSeconds(60))
                .orElseThrow();
    }

    private static Mono<String> call(WebClient client, int number) {
        Mono<String> call = client.get().retrieve().bodyToMono(String.class);
        return (number % 5 == 0) ? call.timeout(Duration.ofMillis((number % 10 == 0) ? 1 : 300)) : call;
    }
}
