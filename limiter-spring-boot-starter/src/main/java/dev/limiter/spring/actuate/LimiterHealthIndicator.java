package dev.limiter.spring.actuate;

import dev.limiter.StoreMode;
import dev.limiter.gate.GateRegistry;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * Health of the limiter: UP while every contour reaches its store; {@link #DEGRADED} while callers of some contour wait
 * for it, or are served at a reduced rate; DOWN while callers of some contour are denied for it. A contour that is only
 * observed holds nobody, and harms no health. Details: the store mode of each contour. Asks nobody: it says what is known.
 */
public final class LimiterHealthIndicator extends AbstractHealthIndicator {

    /** Some contour does without its store, and serves its callers later, or more slowly. */
    public static final Status DEGRADED = new Status("DEGRADED", "a contour cannot reach its store");

    private final GateRegistry registry;

    /** Health of the contours of a registry. */
    public LimiterHealthIndicator(GateRegistry registry) {
        super("The limiter's health is not known");
        this.registry = registry;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        Map<String, StoreMode> modes = new TreeMap<>();
        this.registry.contours().forEach(contour -> modes.put(contour, this.registry.storeMode(contour)));
        builder.status(status(modes)).withDetail("contours", modes);
    }

    private Status status(Map<String, StoreMode> modes) {
        Set<StoreMode> holding = modes.entrySet().stream()
                .filter(entry -> !this.registry.contour(entry.getKey()).isObserved())
                .map(Map.Entry::getValue)
                .collect(Collectors.toSet());
        if (holding.contains(StoreMode.REJECT)) {
            return Status.DOWN;
        }
        boolean all = holding.stream().allMatch(mode -> mode == StoreMode.NORMAL);
        return all ? Status.UP : DEGRADED;
    }
}
