package dev.limiter.spring.metrics;

import dev.limiter.StoreMode;
import dev.limiter.gate.GateRegistry;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * The meters of a registry, each with the tag {@code contour}:
 *
 * <ul>
 *   <li>{@code limiter.store.away}: 1 while the contour cannot reach its store, else 0
 *   <li>{@code limiter.limits.differ}: 1 when processes with different limits for the contour shared its store within
 *       the last minute, else 0
 * </ul>
 */
public final class LimiterMeters implements MeterBinder {

    private final GateRegistry registry;

    /** Meters of the contours of a registry. */
    public LimiterMeters(GateRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        for (String contour : this.registry.contours()) {
            Gauge.builder(
                            "limiter.store.away",
                            this.registry,
                            each -> (each.storeMode(contour) == StoreMode.NORMAL) ? 0 : 1)
                    .description("1 while the contour cannot reach its store")
                    .tag("contour", contour)
                    .register(meters);
            Gauge.builder("limiter.limits.differ", this.registry, each -> each.limitsDiffer(contour) ? 1 : 0)
                    .description("1 when processes with different limits shared the contour's store within a minute")
                    .tag("contour", contour)
                    .register(meters);
        }
    }
}
