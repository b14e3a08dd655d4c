package dev.limiter.spring.call;

import dev.limiter.Exhaustion;
import dev.limiter.Limiter;
import dev.limiter.LimiterListener;
import dev.limiter.contour.Contour;
import dev.limiter.gate.Backoffs;
import dev.limiter.gate.GateRegistry;
import dev.limiter.gate.HostWarmUp;
import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.RetryRules;
import dev.limiter.spring.call.ContourResolver.Circuit;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the limited clients of an application share, whatever their kind. Safe for use by many threads. */
public final class Traffic {

    private final GateRegistry registry;

    private final ContourResolver contours;

    private final Function<String, ResponseClassifier> classifiers;

    private final LimiterListener listener;

    private final WaitWatch watch;

    private final ConcurrentMap<String, BudgetWarning> warnings = new ConcurrentHashMap<>();

    private final ConcurrentMap<String, RetryRules> rules = new ConcurrentHashMap<>();

    /**
     * The traffic of a registry's contours.
     *
     * @param classifiers the classifier of each contour, by its name
     * @param listener must not throw
     * @param watch sees who waits for a permit
     */
    public Traffic(
            GateRegistry registry,
            Function<String, ResponseClassifier> classifiers,
            LimiterListener listener,
            WaitWatch watch) {
        this.registry = registry;
        this.contours = new ContourResolver(registry);
        this.classifiers = classifiers;
        this.listener = listener;
        this.watch = watch;
    }

    /** Who says which contour an attempt belongs to. */
    public ContourResolver contours() {
        return this.contours;
    }

    /** Who lets the first request to a host go alone. */
    public HostWarmUp hostWarmUp() {
        return this.registry.hostWarmUp();
    }

    /** Where calls wait that will be repeated. */
    public Backoffs backoffs() {
        return this.registry.backoffs();
    }

    /**
     * Whom to ask for permits.
     *
     * @param parent as in {@link WaitWatch#watched}
     */
    public Limiter limiter(Circuit circuit, @Nullable Object parent) {
        Limiter limiter = this.registry.limiter(circuit.contour().name(), circuit.key());
        return this.watch.watched(limiter, parent);
    }

    /** Who says what the contour's answers mean. Never throws. */
    public ResponseClassifier classifier(Contour contour) {
        return new GuardedClassifier(this.classifiers.apply(contour.name()));
    }

    /** The contour's rules for repeats: one budget, whatever the client. */
    public RetryRules rules(Contour contour) {
        RetryRules known = this.rules.get(contour.name());
        return (known != null)
                ? known
                : this.rules.computeIfAbsent(contour.name(), name -> new RetryRules(contour.retry()));
    }

    /**
     * Whether a permit is too old for a request that was waiting for its connection: it would arrive together with those
     * that the schedule has sent since.
     *
     * @param grantedAt on the clock of {@link System#nanoTime()}
     */
    public boolean isLate(Contour contour, long grantedAt) {
        return System.nanoTime() - grantedAt > contour.slotLife().toNanos();
    }

    void repeated(Contour contour, int attempt) {
        this.listener.repeated(contour.name(), attempt);
    }

    void attempted(Contour contour, Duration took, int status) {
        this.listener.attempted(contour.name(), took, status);
    }

    void exhausted(Contour contour, Exhaustion by) {
        if (by == Exhaustion.BUDGET) {
            this.warnings
                    .computeIfAbsent(contour.name(), name -> new BudgetWarning(contour, System::nanoTime))
                    .exhausted();
        }
        this.listener.exhausted(contour.name(), by);
    }
}
