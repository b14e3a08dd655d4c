package dev.limiter.spring.webclient;

import dev.limiter.Limiter;
import dev.limiter.LimiterListener;
import dev.limiter.contour.Contour;
import dev.limiter.gate.GateRegistry;
import dev.limiter.gate.HostWarmUp;
import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.RetryRules;
import dev.limiter.spring.method.ContourResolver;
import dev.limiter.spring.method.ContourResolver.Circuit;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/** What the limited clients of an application share. Safe for use by many threads. */
final class Traffic {

    private final GateRegistry registry;

    private final ContourResolver contours;

    private final Function<String, ResponseClassifier> classifiers;

    private final LimiterListener listener;

    private final ConcurrentMap<String, RetryRules> rules = new ConcurrentHashMap<>();

    Traffic(GateRegistry registry, Function<String, ResponseClassifier> classifiers, LimiterListener listener) {
        this.registry = registry;
        this.contours = new ContourResolver(registry);
        this.classifiers = classifiers;
        this.listener = listener;
    }

    ContourResolver contours() {
        return this.contours;
    }

    HostWarmUp hostWarmUp() {
        return this.registry.hostWarmUp();
    }

    Limiter limiter(Circuit circuit) {
        return this.registry.limiter(circuit.contour().name(), circuit.key());
    }

    ResponseClassifier classifier(Contour contour) {
        return this.classifiers.apply(contour.name());
    }

    RetryRules rules(Contour contour) {
        return this.rules.computeIfAbsent(contour.name(), name -> new RetryRules(contour.retry()));
    }

    /**
     * Whether a permit is too old for a request that was waiting for its connection: it would arrive together with those
     * that the schedule has sent since.
     */
    boolean isLate(Contour contour, long grantedAt) {
        return System.nanoTime() - grantedAt > contour.slotLife().toNanos();
    }

    void repeated(Contour contour, int attempt) {
        this.listener.repeated(contour.name(), attempt);
    }
}
