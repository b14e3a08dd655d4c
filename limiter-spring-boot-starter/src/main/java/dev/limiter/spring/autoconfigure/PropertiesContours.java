package dev.limiter.spring.autoconfigure;

import dev.limiter.contour.Contour;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.IdempotencyKeys;
import dev.limiter.contour.Limit;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.Rate;
import dev.limiter.contour.RetryPolicy;
import dev.limiter.contour.StoreFailurePolicy;
import dev.limiter.spring.autoconfigure.ContourProperties.IdempotencyKeyProperties;
import dev.limiter.spring.autoconfigure.ContourProperties.LimitProperties;
import dev.limiter.spring.autoconfigure.ContourProperties.PauseProperties;
import dev.limiter.spring.autoconfigure.ContourProperties.RetryProperties;
import dev.limiter.spring.method.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Contours read from properties. */
final class PropertiesContours {

    private static final String PREFIX = "limiter.contours.";

    private PropertiesContours() {}

    /**
     * The contours, in the order of the properties.
     *
     * @throws InvalidPropertyException with the name of the property, its value and what to write instead
     */
    static List<ConfiguredContour> read(Map<String, ContourProperties> properties) {
        refuseDuplicates(properties);
        List<ConfiguredContour> contours = new ArrayList<>();
        properties.forEach((name, contour) -> {
            StatedValues values = new StatedValues(PREFIX + name);
            contours.add(values.check("", () -> read(name, contour, values)));
        });
        return contours;
    }

    /** Names that relaxed binding cannot tell apart get each other's values. */
    private static void refuseDuplicates(Map<String, ContourProperties> properties) {
        Map<String, String> seen = new HashMap<>();
        for (String name : properties.keySet()) {
            String before = seen.put(name.toLowerCase(Locale.ROOT).replaceAll("[-_]", ""), name);
            if (before != null) {
                throw new InvalidPropertyException(
                        PREFIX + name,
                        null,
                        "the contour is there twice: '%s' and '%s' are one name for Spring Boot"
                                .formatted(before, name),
                        "Name the contours so that they differ in more than case, - and _, or remove one",
                        null);
            }
        }
    }

    private static ConfiguredContour read(String name, ContourProperties properties, StatedValues values) {
        ContourBuilder builder = Contour.named(name);
        StatedLimits limits = StatedLimits.read(
                builder,
                values,
                properties.quota(),
                properties.headroom(),
                properties.arrivalJitter(),
                properties.limits());
        values.note("concurrency", properties.concurrency());
        if (properties.concurrency() != null) {
            builder.concurrency(properties.concurrency());
        }
        values.note("max-waiting", properties.maxWaiting());
        values.note("max-keys", properties.maxKeys());
        builder.mode(properties.mode())
                .startingBalance(properties.startingBalance())
                .secretKeys(properties.secretKeys())
                .maxKeys(properties.maxKeys())
                .hosts(properties.hosts().stream()
                        .map(host -> host(values, host))
                        .toList())
                .maxWait(duration(values, "max-wait", properties.maxWait()))
                .maxWaiting(properties.maxWaiting())
                .horizon(duration(values, "horizon", properties.horizon()))
                .pause(pause(values, properties.pause()))
                .retry(retry(values, properties.retry()))
                .idempotencyKeys(idempotencyKeys(values, properties.idempotencyKey()))
                .operationTtl(duration(values, "operation-ttl", properties.operationTtl()))
                .onStoreFailure(onStoreFailure(values, properties));
        return new ConfiguredContour(
                builder.build(),
                limits.quota(),
                limits.headroom(),
                !properties.limits().isEmpty());
    }

    private static String host(StatedValues values, String host) {
        Function<String, String> parser = text -> {
            String name = text.strip();
            if (!name.matches("[A-Za-z0-9_.-]+(:\\d{1,5})?|\\[[0-9A-Fa-f:.]+\\](:\\d{1,5})?")) {
                throw new IllegalArgumentException("a host is a name, with or without a port, and no URL or pattern");
            }
            return name;
        };
        return Objects.requireNonNull(values.read("hosts", host, parser));
    }

    private static Duration duration(StatedValues values, String name, String text) {
        return Objects.requireNonNull(values.read(name, text, DurationText::parse));
    }

    private static PausePolicy pause(StatedValues values, PauseProperties pause) {
        Duration fallback = duration(values, "pause.fallback", pause.fallback());
        Duration max = duration(values, "pause.max", pause.max());
        Duration jitter = duration(values, "pause.jitter", pause.jitter());
        return values.check("pause", () -> new PausePolicy(fallback, max, jitter, pause.resume()));
    }

    private static RetryPolicy retry(StatedValues values, RetryProperties retry) {
        values.note("retry.max-attempts", retry.maxAttempts());
        Duration backoff = duration(values, "retry.backoff", retry.backoff());
        Duration maxBackoff = duration(values, "retry.max-backoff", retry.maxBackoff());
        Duration maxTime = (retry.maxTime() != null) ? duration(values, "retry.max-time", retry.maxTime()) : null;
        values.note("retry.statuses", retry.statuses());
        double budget = Objects.requireNonNull(values.read("retry.budget", retry.budget(), Percent::parse));
        return values.check(
                "retry",
                () -> new RetryPolicy(
                        retry.maxAttempts(),
                        backoff,
                        maxBackoff,
                        maxTime,
                        budget,
                        retry.repeatRefused(),
                        retry.statuses()));
    }

    private static IdempotencyKeys idempotencyKeys(StatedValues values, IdempotencyKeyProperties keys) {
        values.note("idempotency-key.header", keys.header());
        return values.check("idempotency-key", () -> new IdempotencyKeys(keys.header(), keys.made()));
    }

    private static StoreFailurePolicy onStoreFailure(StatedValues values, ContourProperties properties) {
        values.note("on-store-failure", properties.onStoreFailure());
        LimitProperties stated = properties.reduced();
        Limit reduced = (stated != null) ? reduced(values, stated) : null;
        return values.check("on-store-failure", () -> new StoreFailurePolicy(properties.onStoreFailure(), reduced));
    }

    private static Limit reduced(StatedValues values, LimitProperties stated) {
        Rate rate = StatedLimits.rate(values, "reduced.", stated);
        Long capacity = stated.capacity();
        return (capacity == null) ? Limit.of(rate) : values.check("reduced.capacity", () -> Limit.of(rate, capacity));
    }
}
