package dev.limiter.spring.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** The limiter's meters in one meter registry, each found again without asking that. Safe for use by many threads. */
final class BoundMeters {

    private final MeterRegistry meters;

    private final ConcurrentMap<Id, Meter> known = new ConcurrentHashMap<>();

    BoundMeters(MeterRegistry meters) {
        this.meters = meters;
    }

    private record Id(LimiterMeter meter, List<String> values) {

        Tags tags() {
            List<String> keys = this.meter.tags();
            return Tags.of(IntStream.range(0, keys.size())
                    .mapToObj(i -> Tag.of(keys.get(i), this.values.get(i)))
                    .toList());
        }
    }

    /** @param values of its tags, in the order of the catalogue */
    Timer timer(LimiterMeter meter, String... values) {
        return (Timer) this.known.computeIfAbsent(
                new Id(meter, List.of(values)),
                id -> Timer.builder(meter.id())
                        .description(meter.sentence())
                        .tags(id.tags())
                        .register(this.meters));
    }

    /** @param values of its tags, in the order of the catalogue */
    Counter counter(LimiterMeter meter, String... values) {
        return (Counter) this.known.computeIfAbsent(
                new Id(meter, List.of(values)),
                id -> Counter.builder(meter.id())
                        .description(meter.sentence())
                        .baseUnit(meter.baseUnit())
                        .tags(id.tags())
                        .register(this.meters));
    }

    /**
     * A gauge.
     *
     * @param source is not kept alive by it
     * @param values of its tags, in the order of the catalogue
     */
    <T> void gauge(LimiterMeter meter, T source, ToDoubleFunction<T> value, String... values) {
        Gauge.builder(meter.id(), source, value)
                .description(meter.sentence())
                .baseUnit(meter.baseUnit())
                .tags(new Id(meter, List.of(values)).tags())
                .register(this.meters);
    }
}
