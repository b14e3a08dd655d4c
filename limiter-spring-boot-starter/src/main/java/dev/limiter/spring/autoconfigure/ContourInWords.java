package dev.limiter.spring.autoconfigure;

import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import dev.limiter.contour.Quota;
import dev.limiter.contour.Rate;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the operator wrote, said back: what runs, how much can leave at once, and the worst window. */
final class ContourInWords {

    private static final Map<String, Duration> UNITS = new LinkedHashMap<>();

    static {
        UNITS.put("week", Duration.ofDays(7));
        UNITS.put("day", Duration.ofDays(1));
        UNITS.put("hour", Duration.ofHours(1));
        UNITS.put("minute", Duration.ofMinutes(1));
        UNITS.put("second", Duration.ofSeconds(1));
    }

    private ContourInWords() {}

    /** One line for the log. */
    static String describe(ConfiguredContour configured) {
        Contour contour = configured.contour();
        String hosts = contour.hosts().isEmpty()
                ? "no hosts, so that only marked calls are limited"
                : "hosts " + String.join(", ", new TreeSet<>(contour.hosts()));
        return "Contour '%s': %s; %s; waits at most %s"
                .formatted(contour.name(), limits(configured), hosts, period(contour.maxWait()));
    }

    /** What runs, and what it follows from. */
    static String limits(ConfiguredContour configured) {
        return configured.contour().limits().stream()
                .map(limit -> limit(configured, limit))
                .collect(Collectors.joining("; and ", quota(configured), ""));
    }

    /** What runs in the place of what is configured. */
    static String limits(List<Limit> limits) {
        return limits.stream().map(ContourInWords::limit).collect(Collectors.joining("; and "));
    }

    private static String limit(Limit limit) {
        String once = "%s, at most %s at once".formatted(rate(limit.rate()), number(limit.capacity()));
        Duration window = limit.rate().period();
        return isRound(window)
                ? "%s, so that any %s holds at most %s".formatted(once, one(window), number(limit.worstCase(window)))
                : once;
    }

    private static boolean isRound(Duration period) {
        return UNITS.values().stream().anyMatch(unit -> isMultiple(period, unit));
    }

    private static String quota(ConfiguredContour configured) {
        Quota quota = configured.quota();
        if (quota == null || configured.stated()) {
            return "";
        }
        String share = (configured.headroomOrDefault() == 0)
                ? "none of it"
                : Percent.inWords(configured.headroomOrDefault()) + " of it";
        return "of the quota of %s, with %s left for other clients, "
                .formatted(perPeriod(quota.requests(), "request", quota.window()), share);
    }

    private static String limit(ConfiguredContour configured, Limit limit) {
        Duration window = window(configured, limit);
        Duration jitter = configured.contour().arrivalJitter();
        // A stated limit has the jitter in its schedule already.
        Duration reach = configured.stated() ? window.plus(uncovered(configured, limit)) : window.plus(jitter);
        return "%s, at most %s at once, so that any %s holds at most %s%s"
                .formatted(
                        rate(limit.rate()),
                        number(limit.capacity()),
                        one(window),
                        number(limit.worstCase(reach)),
                        jitterNote(configured, limit));
    }

    private static Duration window(ConfiguredContour configured, Limit limit) {
        Quota quota = configured.quota();
        return (quota != null && !configured.stated())
                ? quota.window()
                : limit.rate().period();
    }

    private static Duration uncovered(ConfiguredContour configured, Limit limit) {
        Duration rest = configured.contour().arrivalJitter().minus(limit.arrivalJitter());
        return rest.isNegative() ? Duration.ZERO : rest;
    }

    private static String jitterNote(ConfiguredContour configured, Limit limit) {
        if (!configured.stated() || uncovered(configured, limit).isZero()) {
            return "";
        }
        return " (its capacity leaves room for an arrival jitter of %s, not of %s: requests that arrive closer together may be refused; arrival-jitter states it)"
                .formatted(
                        period(limit.arrivalJitter()),
                        period(configured.contour().arrivalJitter()));
    }

    /** What to warn of: a quota that the limits beside it can break. */
    static Optional<String> brokenQuota(ConfiguredContour configured) {
        Quota quota = configured.quota();
        if (quota == null || !configured.stated()) {
            return Optional.empty();
        }
        long worst = configured.contour().limits().stream()
                .mapToLong(limit -> limit.worstCase(quota.window().plus(uncovered(configured, limit))))
                .min()
                .orElseThrow();
        long allowed = (configured.headroom() != null) ? usable(quota, configured.headroom()) : quota.requests();
        if (worst <= allowed) {
            return Optional.empty();
        }
        return Optional.of(
                "Contour '%s': its limits allow up to %s requests in any %s, but the quota beside them %s%s; the limits run. Lower rate or capacity, or remove limits, so that they follow from the quota"
                        .formatted(
                                configured.contour().name(),
                                number(worst),
                                one(quota.window()),
                                number(quota.requests()),
                                (configured.headroom() != null)
                                        ? " (%s without the headroom)".formatted(number(allowed))
                                        : ""));
    }

    /** What to say of a contour that each process limits by itself while the store is away. */
    static Optional<String> reduced(Contour contour) {
        return Optional.ofNullable(contour.onStoreFailure().reduced())
                .map(reduced ->
                        "Contour '%s': while the store is away each process runs %s, at most %s at once, by itself, from an empty bucket on. With three processes cut off that is up to %s in any %s, and what those that still reach the store spend, up to %s in any %s"
                                .formatted(
                                        contour.name(),
                                        rate(reduced.rate()),
                                        number(reduced.capacity()),
                                        number(3
                                                * reduced.worstCase(
                                                        reduced.rate().period())),
                                        one(reduced.rate().period()),
                                        number(contour.limits()
                                                .get(0)
                                                .worstCase(contour.limits()
                                                        .get(0)
                                                        .rate()
                                                        .period())),
                                        one(contour.limits().get(0).rate().period())));
    }

    /** What to say of a contour that holds nobody. */
    static Optional<String> observed(Contour contour) {
        return contour.isObserved()
                ? Optional.of(
                        "Contour '%s' is only observed: no call waits for it, is denied, paused or repeated; what would have been is measured. mode: enforce makes its limits hold"
                                .formatted(contour.name()))
                : Optional.empty();
    }

    private static long usable(Quota quota, double headroom) {
        return BigDecimal.ONE
                .subtract(BigDecimal.valueOf(headroom))
                .multiply(BigDecimal.valueOf(quota.requests()))
                .setScale(0, RoundingMode.FLOOR)
                .longValue();
    }

    private static String rate(Rate rate) {
        if (isRound(rate.period())) {
            return perPeriod(rate.permits(), "permit", rate.period());
        }
        // A rate derived from a quota has an odd period: say it in the first unit that leaves a number to read.
        String unit = "week";
        for (Map.Entry<String, Duration> entry : UNITS.entrySet()) {
            if (perUnit(rate, entry.getValue()) >= 1) {
                unit = entry.getKey();
            }
        }
        Duration length = UNITS.getOrDefault(unit, Duration.ofDays(7));
        return String.format(Locale.ROOT, "%.4g permits per %s", perUnit(rate, length), unit);
    }

    private static double perUnit(Rate rate, Duration unit) {
        return rate.perSecond() * unit.toNanos() / 1e9;
    }

    private static String perPeriod(long count, String what, Duration period) {
        return "%s %s per %s".formatted(number(count), (count == 1) ? what : what + "s", one(period));
    }

    private static String one(Duration period) {
        return period(period).replaceFirst("^1 ", "");
    }

    private static String period(Duration period) {
        for (Map.Entry<String, Duration> unit : UNITS.entrySet()) {
            if (isMultiple(period, unit.getValue())) {
                long many = period.getSeconds() / unit.getValue().getSeconds();
                return "%s %s".formatted(number(many), (many == 1) ? unit.getKey() : unit.getKey() + "s");
            }
        }
        BigDecimal millis = BigDecimal.valueOf(period.getSeconds())
                .add(BigDecimal.valueOf(period.getNano(), 9))
                .movePointRight(3);
        return millis.stripTrailingZeros().toPlainString() + " ms";
    }

    private static boolean isMultiple(Duration period, Duration unit) {
        return !period.isZero() && period.getNano() == 0 && period.getSeconds() % unit.getSeconds() == 0;
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }
}
