package dev.limiter.gate;

import dev.limiter.Refusal.Scope;
import dev.limiter.StoreMode;
import dev.limiter.bucket.LimitsChange;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.StoreListener;
import dev.limiter.contour.Contour;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Takes what a store tells to the gates whom it concerns. One line is logged for each change. */
final class StoreNews implements StoreListener {

    private static final Logger logger = LoggerFactory.getLogger(StoreNews.class);

    private static final long MINUTE = 60_000_000;

    private final Map<String, Contour> contours;

    private final Wiring wiring;

    /** Since when contours cannot reach their store. */
    private final ConcurrentMap<String, Long> awaySince = new ConcurrentHashMap<>();

    /** When contours last met limits that differ from theirs, and when that was last told. */
    private final ConcurrentMap<String, Long> differedAt = new ConcurrentHashMap<>();

    private final ConcurrentMap<String, Long> differenceToldAt = new ConcurrentHashMap<>();

    StoreNews(Map<String, Contour> contours, Wiring wiring) {
        this.contours = contours;
        this.wiring = wiring;
    }

    @Override
    public void paused(String name, @Nullable String key, Pause pause) {
        Contour contour = this.contours.get(name);
        if (contour != null) {
            Scope scope = (key == null) ? Scope.CONTOUR : Scope.KEY;
            this.wiring.gates().in(scope, contour, (key != null) ? key : "").forEach(gate -> gate.learn(scope, pause));
        }
    }

    @Override
    public void unreachable(String name, Throwable reason) {
        Contour contour = this.contours.get(name);
        // Two changes may be told in either order: what shows now is the last one.
        boolean isAway = !this.wiring.store().isReachable(name);
        if (contour != null && isAway && this.awaySince.putIfAbsent(name, this.wiring.now()) == null) {
            StoreMode mode = away(contour);
            boolean denies = mode == StoreMode.REJECT && !contour.isObserved();
            logger.atLevel(denies ? Level.ERROR : Level.WARN)
                    .log(
                            "Contour '{}': the store cannot be reached: {}; {}",
                            name,
                            reason,
                            contour.isObserved()
                                    ? "it is only observed, and nobody waits"
                                    : consequence(contour, mode));
            this.wiring.listener().storeModeChanged(name, mode, reason.toString());
        }
    }

    private static String consequence(Contour contour, StoreMode mode) {
        return switch (mode) {
            case NORMAL -> "";
            case REJECT -> "callers are denied until it is back";
            case QUEUE -> "callers wait until it is back, as long as their max-wait allows";
            case REDUCED ->
                "until it is back, this process runs %s by itself"
                        .formatted(contour.onStoreFailure().reduced());
        };
    }

    @Override
    public void reachable(String name) {
        // Told after the next loss, it is none.
        Long since = this.wiring.store().isReachable(name) ? this.awaySince.remove(name) : null;
        if (since != null) {
            logger.info(
                    "Contour '{}': the store is back after {}; the shared limit holds again",
                    name,
                    Instants.between(since, this.wiring.now()));
            this.wiring.listener().storeModeChanged(name, StoreMode.NORMAL, "");
        }
        this.wiring.unwritten().write(name);
        this.wiring.gates().ofContour(name).forEach(Gate::storeIsBack);
    }

    @Override
    public void limitsChanged(String name, LimitsChange change) {
        Contour contour = this.contours.get(name);
        LimitsInForce.Change news =
                (contour != null) ? this.wiring.limitsOf(contour).learn(change, this.wiring.now()) : null;
        if (news != null) {
            this.wiring.gates().ofContour(name).forEach(Gate::limitsChanged);
            logger.info(
                    "Contour '{}': its limits were changed from {} to {}{}",
                    name,
                    news.from(),
                    news.to(),
                    news.configured() ? ", as configured" : "");
            this.wiring.listener().limitsChanged(name, news.from(), news.to());
        }
    }

    @Override
    public void limitsDiffer(String name, String key) {
        long now = this.wiring.now();
        Contour contour = this.contours.get(name);
        if (contour == null || this.wiring.limitsOf(contour).haveJustChanged(now)) {
            return;
        }
        this.differedAt.put(name, now);
        boolean[] news = {false};
        this.differenceToldAt.compute(name, (same, before) -> {
            news[0] = before == null || now - before >= MINUTE;
            return news[0] ? now : before;
        });
        if (news[0]) {
            logger.warn("Contour '{}': another process runs other limits; each call is judged by its own", name);
            this.wiring.listener().limitsDiffer(name);
        }
    }

    StoreMode mode(Contour contour) {
        return this.wiring.store().isReachable(contour.name()) ? StoreMode.NORMAL : away(contour);
    }

    private static StoreMode away(Contour contour) {
        return switch (contour.onStoreFailure().kind()) {
            case REJECT -> StoreMode.REJECT;
            case QUEUE -> StoreMode.QUEUE;
            case REDUCED -> StoreMode.REDUCED;
        };
    }

    boolean limitsDiffer(Contour contour) {
        Long at = this.differedAt.get(contour.name());
        return at != null && this.wiring.now() - at < MINUTE;
    }
}
