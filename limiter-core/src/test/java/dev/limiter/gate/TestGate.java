package dev.limiter.gate;

import dev.limiter.Limiter;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.contour.Contour;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Rate;
import dev.limiter.contour.StoreFailurePolicy;
import dev.limiter.test.VirtualClock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** A registry in virtual time, on a store that records. Its first contour is the one that is meant where none is named. */
final class TestGate implements AutoCloseable {

    static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

    final VirtualClock time = new VirtualClock();

    final RecordingStore store = new RecordingStore(this.time);

    final RecordingListener listener = new RecordingListener();

    /** What is drawn for the next pauses, in microseconds. */
    final AtomicLong jitter = new AtomicLong();

    final GateRegistry registry;

    private final String first;

    private TestGate(List<Contour> contours) {
        this.first = contours.get(0).name();
        this.registry = this.time
                .registry(this.store)
                .contours(contours)
                .listener(this.listener)
                .random(bound -> this.jitter.get() % bound)
                .build();
    }

    static TestGate of(ContourBuilder... contours) {
        return new TestGate(Arrays.stream(contours).map(ContourBuilder::build).toList());
    }

    /** A contour without arrival jitter, whose schedule is the plain one. */
    static ContourBuilder contour(String rate, long capacity) {
        return Contour.named("datacite").limit(Rate.parse(rate), capacity).arrivalJitter(Duration.ZERO);
    }

    /** What a process may run by itself, without arrival jitter. */
    static StoreFailurePolicy reduced(String rate, long capacity) {
        return StoreFailurePolicy.reduced(new Limit(Rate.parse(rate), capacity, Duration.ZERO));
    }

    static PermitRequest patient(Priority priority) {
        return PermitRequest.one().withPriority(priority).withMaxWait(FOR_EVER);
    }

    static PermitRequest patient(int permits) {
        return PermitRequest.of(permits).withMaxWait(FOR_EVER);
    }

    Limiter limiter() {
        return this.registry.limiter(this.first);
    }

    Limiter limiter(String key) {
        return this.registry.limiter(this.first, key);
    }

    Caller call() {
        return call(PermitRequest.one());
    }

    Caller call(PermitRequest request) {
        return new Caller(this.time, limiter(), request);
    }

    Caller call(String key) {
        return new Caller(this.time, limiter(key), PermitRequest.one());
    }

    List<Caller> call(int many, PermitRequest request) {
        return Stream.generate(() -> call(request)).limit(many).toList();
    }

    void after(long millis) {
        this.time.advance(Duration.ofMillis(millis));
    }

    @Override
    public void close() {
        this.registry.close();
    }
}
