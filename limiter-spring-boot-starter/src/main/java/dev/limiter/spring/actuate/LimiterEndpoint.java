package dev.limiter.spring.actuate;

import dev.limiter.Limiter;
import dev.limiter.Refusal.Scope;
import dev.limiter.StoreMode;
import dev.limiter.UnknownContourException;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Mode;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.call.Traffic;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Shows what this process knows of its contours, and lets a person on call pause and resume them and change their
 * limits. To read is allowed where the endpoint is exposed; to write, with
 * {@code management.endpoint.limiter.access=unrestricted}. Reading asks no store.
 *
 * <p>Keys are shown by an id that does not say what they are; a key shows only to whoever asks for it by name, and one
 * that is a credential never.
 */
@WebEndpoint(id = "limiter", defaultAccess = Access.READ_ONLY)
@RegisterReflectionForBinding({
    LimiterEndpoint.ContoursDescriptor.class,
    LimiterEndpoint.ContourDescriptor.class,
    LimiterEndpoint.KeysDescriptor.class,
    LimiterEndpoint.KeyDescriptor.class,
    LimiterEndpoint.PauseDescriptor.class,
    LimiterEndpoint.ProblemDescriptor.class
})
public final class LimiterEndpoint {

    private final GateRegistry registry;

    private final Descriptions descriptions;

    private final KeysInView keys;

    private final HandOnContours hand;

    /**
     * An endpoint for the contours of a registry.
     *
     * @param limits says what runs, and reads what is to run
     */
    public LimiterEndpoint(GateRegistry registry, Traffic traffic, LimitsInWords limits) {
        this.registry = registry;
        this.descriptions = new Descriptions(registry, traffic, limits);
        this.keys = new KeysInView(registry, this.descriptions);
        this.hand = new HandOnContours(registry, limits);
    }

    /** All contours, in the order of their configuration. */
    @ReadOperation
    public ContoursDescriptor contours() {
        Map<String, ContourDescriptor> contours = new LinkedHashMap<>();
        this.registry.contours().forEach(name -> contours.put(name, this.descriptions.contour(name)));
        return new ContoursDescriptor(contours);
    }

    /** One contour. */
    @ReadOperation
    public WebEndpointResponse<?> contour(@Selector String contour) {
        return answer(() -> this.descriptions.contour(contour));
    }

    /**
     * The keys of a contour that are in use in this process: a page of them, or the one that is asked for.
     *
     * @param part {@code keys}
     * @param page from 0, the default
     * @param size from 1 to 1000; 100 where it is not said
     * @param key the one that is asked for by name; not where keys are credentials
     * @param id the one that is asked for by the id that it has on a page
     */
    @ReadOperation
    public WebEndpointResponse<?> part(
            @Selector String contour,
            @Selector String part,
            @Nullable Integer page,
            @Nullable Integer size,
            @Nullable String key,
            @Nullable String id) {
        return answer(() -> {
            Contour known = this.registry.contour(contour);
            if (!part.equals("keys")) {
                throw ProblemException.notThere("a contour has no '%s' to read: write keys".formatted(part));
            }
            return (key == null && id == null) ? this.keys.page(known, page, size) : this.keys.one(known, key, id);
        });
    }

    /**
     * Pauses or resumes a contour with all its keys, or one key, or changes the limits for all keys, in all processes.
     *
     * @param action {@code pause}, {@code resume} or {@code limits}
     * @param length of a pause, such as 30s or 10m
     * @param cause of a pause, a short text for logs and for whoever looks
     * @param key the one that is meant, by name; not where keys are credentials
     * @param id the one that is meant, by the id that it has on a page
     * @param quota what the API documents, such as 3000/5m, from which the limit is to follow
     * @param headroom what share of the quota is left for others, such as 20%; as configured where it is not said
     * @param limits in the place of a quota, such as {@code 8/s, 500/h capacity 100}
     */
    @WriteOperation
    public WebEndpointResponse<?> change(
            @Selector String contour,
            @Selector String action,
            @Nullable String length,
            @Nullable String cause,
            @Nullable String key,
            @Nullable String id,
            @Nullable String quota,
            @Nullable String headroom,
            @Nullable String limits) {
        return answer(() -> {
            Contour known = this.registry.contour(contour);
            if (action.equals("limits")) {
                if (key != null || id != null) {
                    throw ProblemException.invalid("limits are those of all keys: write none");
                }
                this.hand.changeLimits(known, new LimitsInWords.Stated(quota, headroom, limits));
                return this.descriptions.contour(contour);
            }
            Limiter ofKey = (key == null && id == null) ? null : this.keys.limiter(known, key, id);
            switch (action) {
                case "pause" -> this.hand.pause(known, ofKey, length, cause);
                case "resume" -> this.hand.resume(known, ofKey);
                default ->
                    throw ProblemException.notThere(
                            "a contour has no '%s': write pause, resume or limits".formatted(action));
            }
            Optional<KeyDescriptor> changed = (ofKey != null) ? this.keys.inUse(known, key, id) : Optional.empty();
            return changed.isPresent() ? changed.get() : this.descriptions.contour(contour);
        });
    }

    /**
     * The configured limits hold again, in all processes.
     *
     * @param part {@code limits}
     */
    @DeleteOperation
    public WebEndpointResponse<?> reset(@Selector String contour, @Selector String part) {
        return answer(() -> {
            Contour known = this.registry.contour(contour);
            if (!part.equals("limits")) {
                throw ProblemException.notThere("a contour has no '%s' to take back: write limits".formatted(part));
            }
            this.hand.resetLimits(known);
            return this.descriptions.contour(contour);
        });
    }

    @FunctionalInterface
    private interface Question {
        Object ask();
    }

    private static WebEndpointResponse<?> answer(Question question) {
        try {
            return new WebEndpointResponse<>(question.ask());
        } catch (UnknownContourException ex) {
            return problem(ex, WebEndpointResponse.STATUS_NOT_FOUND);
        } catch (ProblemException ex) {
            return problem(ex, ex.status());
        }
    }

    private static WebEndpointResponse<ProblemDescriptor> problem(Exception ex, int status) {
        return new WebEndpointResponse<>(new ProblemDescriptor(String.valueOf(ex.getMessage())), status);
    }

    /** All contours, by name. */
    public record ContoursDescriptor(Map<String, ContourDescriptor> contours) {}

    /**
     * One contour, as this process knows it.
     *
     * @param limits what runs, in words
     * @param configured what is configured, where somebody has put other limits in its place; else {@code null}
     * @param mode whether its limits hold its callers, or are only measured
     * @param storeMode how it gets its permits at the moment
     * @param limitsDiffer whether a process with other limits for it was seen within the last minute
     * @param permitsLeft of several keys that which has the fewest; {@code null} where it is not known
     * @param waiting how many callers wait for a permit
     * @param inFlight how many permits are in use
     * @param repeatsLeft how many repeats this process may send now, by the retry budget
     * @param keys how many keys are in use
     * @param pausedKeys how many of them are paused by themselves
     * @param pause that of the contour with all its keys, or of the calls that have none; {@code null} where none holds
     */
    public record ContourDescriptor(
            String limits,
            @Nullable String configured,
            Mode mode,
            StoreMode storeMode,
            boolean limitsDiffer,
            @Nullable Long permitsLeft,
            int waiting,
            int inFlight,
            int repeatsLeft,
            int keys,
            int pausedKeys,
            @Nullable PauseDescriptor pause) {}

    /**
     * A page of keys.
     *
     * @param keys how many are in use
     * @param page from 0
     * @param size how many fit on one
     * @param content those on this page
     */
    public record KeysDescriptor(int keys, int page, int size, List<KeyDescriptor> content) {}

    /**
     * One key, as this process knows it.
     *
     * @param id by which it can be asked for
     * @param key shown where it was asked for by name
     * @param permitsLeft {@code null} where it is not known
     * @param waiting how many callers wait for a permit
     * @param inFlight how many permits are in use
     * @param pause its own or its contour's, whichever ends last; {@code null} where none holds
     */
    public record KeyDescriptor(
            String id,
            @Nullable String key,
            @Nullable Long permitsLeft,
            int waiting,
            int inFlight,
            @Nullable PauseDescriptor pause) {}

    /**
     * A pause that holds.
     *
     * @param scope whether it holds one key or all keys of the contour
     * @param until when it ends, by this machine's clock
     * @param left how long it lasts from now on, as in PT30S
     * @param row how many pauses in a row there were with it that no success has ended; 0 where a person paused
     * @param cause {@code null} where another process reported it
     * @param written whether the store has it; else it holds in this process alone, until the store takes it
     */
    public record PauseDescriptor(
            Scope scope,
            Instant until,
            String left,
            int row,
            @Nullable String cause,
            boolean written) {}

    /** Why nothing was done, or found. */
    public record ProblemDescriptor(String message) {}
}
