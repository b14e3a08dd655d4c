package dev.limiter.spring.metrics;

import dev.limiter.Exhaustion;
import dev.limiter.LimiterListener;
import dev.limiter.PauseBegun;
import dev.limiter.RateLimitException;
import dev.limiter.Refusal;
import dev.limiter.StoreMode;
import dev.limiter.StoreVerb;
import dev.limiter.WaitReason;
import dev.limiter.gate.ContourLoad;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.call.Traffic;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.config.MeterFilter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;

/**
 * The meters of a registry's contours, see {@link LimiterMeter}. Counts from when it is bound; in each meter registry that
 * it is bound to. Safe for use by many threads; never waits.
 */
public final class LimiterMeters implements MeterBinder, LimiterListener {

    private final GateRegistry registry;

    private final Traffic traffic;

    private final List<BoundMeters> bound = new CopyOnWriteArrayList<>();

    /**
     * Meters of the contours of a registry.
     *
     * @param traffic of the same registry
     */
    public LimiterMeters(GateRegistry registry, Traffic traffic) {
        this.registry = registry;
        this.traffic = traffic;
    }

    /**
     * Denies what Micrometer would measure of the observation {@code limiter.wait}: the meter of that name counts every
     * wait, observed or not.
     */
    public static MeterFilter withoutThoseOfObservations() {
        String wait = LimiterMeter.WAIT.id();
        return MeterFilter.deny(id ->
                id.getName().equals(wait + ".active") || (id.getName().equals(wait) && id.getTag("error") != null));
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        BoundMeters added = new BoundMeters(meters);
        for (String contour : this.registry.contours()) {
            bindLoad(added, contour);
            bindStore(added, contour);
            added.gauge(
                    LimiterMeter.BUDGET_LEFT,
                    this.traffic,
                    each -> each.rules(this.registry.contour(contour)).budget().repeatsLeft(),
                    contour);
            added.counter(LimiterMeter.REPEATS, contour);
            for (Exhaustion by : Exhaustion.values()) {
                added.counter(LimiterMeter.EXHAUSTED, contour, Names.of(by));
            }
        }
        this.bound.add(added);
    }

    private void bindLoad(BoundMeters added, String contour) {
        load(added, LimiterMeter.KEYS, contour, ContourLoad::keys);
        load(added, LimiterMeter.WAITING, contour, ContourLoad::waiting);
        load(added, LimiterMeter.IN_FLIGHT, contour, ContourLoad::inFlight);
        load(
                added,
                LimiterMeter.PERMITS_LEFT,
                contour,
                load -> load.permitsLeft().isPresent() ? load.permitsLeft().getAsLong() : Double.NaN);
        load(added, LimiterMeter.PAUSE_LEFT, contour, load -> seconds(load.pauseLeft()));
    }

    private void load(BoundMeters added, LimiterMeter meter, String contour, ToDoubleFunction<ContourLoad> value) {
        added.gauge(meter, this.registry, each -> value.applyAsDouble(each.load(contour)), contour);
    }

    private void bindStore(BoundMeters added, String contour) {
        added.gauge(
                LimiterMeter.STORE_AWAY,
                this.registry,
                each -> (each.storeMode(contour) == StoreMode.NORMAL) ? 0 : 1,
                contour);
        for (StoreMode mode : StoreMode.values()) {
            added.gauge(
                    LimiterMeter.STORE_MODE,
                    this.registry,
                    each -> (each.storeMode(contour) == mode) ? 1 : 0,
                    contour,
                    Names.of(mode));
        }
        added.gauge(LimiterMeter.LIMITS_DIFFER, this.registry, each -> each.limitsDiffer(contour) ? 1 : 0, contour);
    }

    private static double seconds(Duration length) {
        return length.toNanos() / 1e9;
    }

    @Override
    public void granted(String contour, Duration waited, WaitReason reason) {
        waited(contour, waited, WaitTags.granted(reason));
    }

    @Override
    public void denied(String contour, Duration waited, RateLimitException exception) {
        waited(contour, waited, WaitTags.denied(exception));
    }

    @Override
    public void abandoned(String contour, Duration waited, WaitReason reason) {
        waited(contour, waited, WaitTags.cancelled(reason));
    }

    private void waited(String contour, Duration waited, WaitTags tags) {
        record(LimiterMeter.WAIT, waited, contour, tags.reason(), tags.outcome());
    }

    @Override
    public void wouldHaveWaited(String contour, Duration wait, WaitReason reason) {
        wouldHaveWaited(contour, wait, WaitTags.granted(reason));
    }

    @Override
    public void wouldHaveBeenDenied(String contour, Duration waited, RateLimitException exception) {
        wouldHaveWaited(contour, waited, WaitTags.denied(exception));
    }

    private void wouldHaveWaited(String contour, Duration wait, WaitTags tags) {
        record(LimiterMeter.OBSERVED_WAIT, wait, contour, tags.reason(), tags.outcome());
    }

    @Override
    public void attempted(String contour, Duration took, int status) {
        record(LimiterMeter.ATTEMPT, took, contour, Names.ofStatusClass(status));
    }

    @Override
    public void refused(String contour, Refusal refusal) {
        count(LimiterMeter.REFUSALS, 1, contour, Names.ofStatus(refusal.status()));
    }

    @Override
    public void paused(PauseBegun pause) {
        String client = Names.ofClient(pause.client());
        count(LimiterMeter.PAUSES, pause.moved() ? 0 : 1, pause.contour(), client);
        count(LimiterMeter.PAUSED, seconds(pause.added()), pause.contour(), client);
    }

    @Override
    public void repeated(String contour, int attempt) {
        count(LimiterMeter.REPEATS, 1, contour);
    }

    @Override
    public void exhausted(String contour, Exhaustion by) {
        count(LimiterMeter.EXHAUSTED, 1, contour, Names.of(by));
    }

    @Override
    public void storeCalled(String contour, StoreVerb verb, Duration took, boolean failed) {
        record(LimiterMeter.STORE_CALL, took, contour, Names.of(verb), failed ? "failed" : "answered");
    }

    @Override
    public void noAttemptSeen(String contour, String method) {
        count(LimiterMeter.UNSEEN, 1, contour, method);
    }

    private void record(LimiterMeter meter, Duration time, String... values) {
        this.bound.forEach(each -> each.timer(meter, values).record(time));
    }

    private void count(LimiterMeter meter, double more, String... values) {
        this.bound.forEach(each -> each.counter(meter, values).increment(more));
    }
}
