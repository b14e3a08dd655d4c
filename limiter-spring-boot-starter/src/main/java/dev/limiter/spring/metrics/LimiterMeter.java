package dev.limiter.spring.metrics;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The catalogue of the limiter's meters. Each tag has few values: none is a key, a URL or the text of an error. */
public enum LimiterMeter {

    /** See {@link dev.limiter.LimiterListener#granted}. */
    WAIT(
            "limiter.wait",
            Kind.TIMER,
            "seconds",
            "How long callers waited for a permit of our own, and what for",
            "contour",
            "reason",
            "outcome"),

    /** See {@link dev.limiter.LimiterListener#wouldHaveWaited}. */
    OBSERVED_WAIT(
            "limiter.observed.wait",
            Kind.TIMER,
            "seconds",
            "How long callers of a contour that is only observed would have waited, and what for",
            "contour",
            "reason",
            "outcome"),

    WAITING("limiter.waiting", Kind.GAUGE, "callers", "Callers that wait for a permit now", "contour"),

    IN_FLIGHT(
            "limiter.in.flight",
            Kind.GAUGE,
            "requests",
            "Permits in use: granted, and neither closed nor given back",
            "contour"),

    PERMITS_LEFT(
            "limiter.permits.left",
            Kind.GAUGE,
            "permits",
            "What the bucket holds, with Redis by its last answer; of several keys that which has the fewest; NaN where it"
                    + " is not known",
            "contour"),

    ATTEMPT(
            "limiter.attempt",
            Kind.TIMER,
            "seconds",
            "One exchange, without any wait for a permit, to the head of the answer",
            "contour",
            "outcome"),

    REFUSALS(
            "limiter.refusals",
            Kind.COUNTER,
            "answers",
            "Answers by which the server said that there were too many requests",
            "contour",
            "status"),

    PAUSES("limiter.pauses", Kind.COUNTER, "pauses", "Pauses that this process began", "contour", "client"),

    PAUSED(
            "limiter.paused",
            Kind.COUNTER,
            "seconds",
            "How long they were to last, together, with what was added to them",
            "contour",
            "client"),

    PAUSE_LEFT(
            "limiter.pause.left",
            Kind.GAUGE,
            "seconds",
            "How long the pause lasts from now on, whoever began it; of several keys the longest; 0 where there is none",
            "contour"),

    REPEATS(
            "limiter.repeats",
            Kind.COUNTER,
            "repeats",
            "Attempts that were sent after the first one of a call",
            "contour"),

    BUDGET_LEFT(
            "limiter.budget.left",
            Kind.GAUGE,
            "repeats",
            "How many repeats this process may send now, by the contour's retry budget",
            "contour"),

    EXHAUSTED(
            "limiter.exhausted",
            Kind.COUNTER,
            "calls",
            "Calls that could have been repeated and were not, since something was at its end",
            "contour",
            "by"),

    STORE_AWAY("limiter.store.away", Kind.GAUGE, "", "1 while the contour cannot reach its store, else 0", "contour"),

    STORE_MODE(
            "limiter.store.mode",
            Kind.GAUGE,
            "",
            "1 for the way in which the contour gets its permits now, 0 for the others",
            "contour",
            "mode"),

    STORE_CALL(
            "limiter.store.call",
            Kind.TIMER,
            "seconds",
            "How long the store took to answer, or to fail",
            "contour",
            "verb",
            "outcome"),

    LIMITS_DIFFER(
            "limiter.limits.differ",
            Kind.GAUGE,
            "",
            "1 when processes with different limits shared the contour's store within the last minute, else 0",
            "contour"),

    KEYS("limiter.keys", Kind.GAUGE, "keys", "Keys of the contour that are in use in this process", "contour"),

    UNSEEN(
            "limiter.unseen",
            Kind.COUNTER,
            "methods",
            "Marked methods that ended without an attempt: nothing was limited",
            "contour",
            "client");

    private final String id;

    private final Kind kind;

    private final String unit;

    private final String sentence;

    private final List<String> tags;

    LimiterMeter(String id, Kind kind, String unit, String sentence, String... tags) {
        this.id = id;
        this.kind = kind;
        this.unit = unit;
        this.sentence = sentence;
        this.tags = List.of(tags);
    }

    /** What kind of meter it is. */
    public enum Kind {
        TIMER,
        COUNTER,
        GAUGE
    }

    /** Its name. */
    public String id() {
        return this.id;
    }

    /** What kind of meter it is. */
    public Kind kind() {
        return this.kind;
    }

    /** What it counts; empty where it says yes or no. */
    public String unit() {
        return this.unit;
    }

    /** As a registry is told it: Prometheus makes it a part of the name, which for a count says nothing new. */
    @Nullable
    String baseUnit() {
        return this.unit.equals("seconds") ? this.unit : null;
    }

    /** What it means. */
    public String sentence() {
        return this.sentence;
    }

    /** The keys of its tags. */
    public List<String> tags() {
        return this.tags;
    }
}
