package dev.limiter.spring.autoconfigure;

import dev.limiter.contour.Mode;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.StartingBalance;
import dev.limiter.contour.StoreFailurePolicy;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What {@code limiter.contours.<name>} says. Durations need their unit ({@code 30s}), shares their percent sign
 * ({@code 20%}): they are kept as text, so that a value without is refused and not guessed.
 *
 * @param mode Whether the contour's limits hold its callers, or are only measured.
 * @param quota What the API documents, such as 3000/5m, 8/s or 10000/d: a count and a period. The limit is derived from it.
 * @param limits The limits that are run as they stand. A quota beside them is only compared with them.
 * @param headroom The share of the quota that is left for other clients of it. Default 20%, or none of a quota of one
 *     request.
 * @param arrivalJitter How much later than sent a request may reach the server. Default 20ms, or less where a stated
 *     limit's capacity leaves no room for it.
 * @param hosts The hosts that belong to the contour, such as api.datacite.org.
 * @param startingBalance What a bucket holds when nobody has used it yet.
 * @param secretKeys Whether the contour's keys are credentials. They are then hashed with limiter.key-secret before they
 *     are written anywhere.
 * @param maxKeys How many keys may be in use at once in one process. A call with another one is denied.
 * @param maxWait The longest wait for each permit. 0 means now or never.
 * @param maxWaiting How many callers may wait in one process for each key.
 * @param concurrency How many requests may be in flight in one process for each key. No cap where it is not set.
 * @param horizon How far ahead a process books slots.
 * @param pause How the contour pauses when the server refuses.
 * @param retry How often a call is sent again.
 * @param idempotencyKey The keys by which the server recognises a repeat.
 * @param operationTtl How long an operation stays in flight, or done, unless it is settled before.
 * @param onStoreFailure What becomes of callers while the store cannot be reached.
 * @param reduced The limit that each process runs by itself with on-store-failure=reduced. There is no default.
 */
@ConfigurationPropertiesSource
public record ContourProperties(
        @DefaultValue("enforce") Mode mode,
        @Nullable String quota,
        @DefaultValue List<LimitProperties> limits,
        @Nullable String headroom,
        @Nullable String arrivalJitter,
        @DefaultValue Set<String> hosts,
        @DefaultValue("full") StartingBalance startingBalance,
        @DefaultValue("false") boolean secretKeys,
        @DefaultValue("100000") Integer maxKeys,
        @DefaultValue("30s") String maxWait,
        @DefaultValue("10000") Integer maxWaiting,
        @Nullable Integer concurrency,
        @DefaultValue("250ms") String horizon,
        @DefaultValue PauseProperties pause,
        @DefaultValue RetryProperties retry,
        @DefaultValue IdempotencyKeyProperties idempotencyKey,
        @DefaultValue("24h") String operationTtl,
        @DefaultValue("reject") StoreFailurePolicy.Kind onStoreFailure,
        @Nullable LimitProperties reduced) {

    /**
     * One limit.
     *
     * @param rate How fast permits accrue, such as 8/s.
     * @param capacity How many permits the full bucket holds. Default: one second's worth, or half of the permits for a
     *     period of an hour or more.
     */
    @ConfigurationPropertiesSource
    public record LimitProperties(
            @Nullable String rate, @Nullable Long capacity) {}

    /**
     * How the contour pauses.
     *
     * @param fallback The pause where the server names none. It doubles with each refusal in a row, up to a minute.
     * @param max The longest pause that a server can ask for.
     * @param jitter At most this much is added to each pause, so that processes do not return as a herd.
     * @param resume What the bucket holds at the end of a pause.
     */
    public record PauseProperties(
            @DefaultValue("5s") String fallback,
            @DefaultValue("24h") String max,
            @DefaultValue("500ms") String jitter,
            @DefaultValue("empty") PausePolicy.Resume resume) {}

    /**
     * How often a call is sent again.
     *
     * @param maxAttempts How many exchanges one call may take. 1 means that nothing is repeated.
     * @param backoff The first wait before a repeat, doubled with each one. The server's Retry-After is a floor.
     * @param maxBackoff How long that wait can become.
     * @param maxTime How long after a call began a repeat may still begin. Without it there is no such end.
     * @param budget The share of its first attempts that the contour may spend on repeats, and three more.
     * @param repeatRefused Whether a call that the server refused with 429 is repeated whatever its method.
     * @param statuses The answers after which a call is repeated where it is safe to act upon it twice.
     */
    public record RetryProperties(
            @DefaultValue("5") Integer maxAttempts,
            @DefaultValue("1s") String backoff,
            @DefaultValue("30s") String maxBackoff,
            @Nullable String maxTime,
            @DefaultValue("20%") String budget,
            @DefaultValue("true") boolean repeatRefused,
            @DefaultValue({"502", "503", "504"}) Set<Integer> statuses) {}

    /**
     * The keys by which the server recognises a repeat.
     *
     * @param header The header that carries the key.
     * @param made Whether each POST or PATCH that brings no key is given one, the same on every attempt.
     */
    public record IdempotencyKeyProperties(
            @DefaultValue("Idempotency-Key") String header,
            @DefaultValue("false") boolean made) {}
}
