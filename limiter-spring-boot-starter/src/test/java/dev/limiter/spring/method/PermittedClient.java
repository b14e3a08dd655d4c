package dev.limiter.spring.method;

import dev.limiter.PermitPer;
import dev.limiter.RateLimited;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A client that the limiter does not see. */
class PermittedClient {

    private final List<String> threads = new CopyOnWriteArrayList<>();

    private final CountDownLatch entered = new CountDownLatch(1);

    int runs() {
        return this.threads.size();
    }

    List<String> threads() {
        return this.threads;
    }

    CountDownLatch entered() {
        return this.entered;
    }

    private <T> T ran(T result) {
        this.threads.add(Thread.currentThread().getName());
        this.entered.countDown();
        return result;
    }

    @RateLimited(contour = "datacite", permit = PermitPer.METHOD)
    public String blocking(Supplier<String> body) {
        return ran(body).get();
    }

    @RateLimited(contour = "datacite", permit = PermitPer.METHOD)
    public void interruptible() throws InterruptedException {
        ran("done");
    }

    @RateLimited(contour = "datacite", permit = PermitPer.METHOD)
    public Mono<String> mono(Mono<String> body) {
        return ran(body);
    }

    @RateLimited(contour = "datacite", permit = PermitPer.METHOD)
    public Flux<Integer> flux(Flux<Integer> body) {
        return ran(body);
    }

    @RateLimited(contour = "datacite", permit = PermitPer.METHOD)
    public CompletionStage<String> stage(CompletableFuture<String> body) {
        return ran(body);
    }
}
