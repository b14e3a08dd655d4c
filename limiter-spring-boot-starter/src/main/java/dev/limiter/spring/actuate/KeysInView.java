package dev.limiter.spring.actuate;

import dev.limiter.Limiter;
import dev.limiter.contour.Contour;
import dev.limiter.gate.GateRegistry;
import dev.limiter.gate.KeyState;
import dev.limiter.gate.Overview;
import dev.limiter.spring.actuate.LimiterEndpoint.KeyDescriptor;
import dev.limiter.spring.actuate.LimiterEndpoint.KeysDescriptor;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The keys of contours, as they may be shown and asked for. */
final class KeysInView {

    private static final int SIZE = 100;

    private static final int LARGEST = 1000;

    private final GateRegistry registry;

    private final Overview overview;

    private final Descriptions descriptions;

    KeysInView(GateRegistry registry, Descriptions descriptions) {
        this.registry = registry;
        this.overview = registry.overview();
        this.descriptions = descriptions;
    }

    KeysDescriptor page(Contour contour, @Nullable Integer page, @Nullable Integer size) {
        int number = (page != null) ? page : 0;
        int most = (size != null) ? size : SIZE;
        if (number < 0 || number > Integer.MAX_VALUE / LARGEST) {
            throw ProblemException.invalid("pages count from 0, but page is " + number);
        }
        if (most < 1 || most > LARGEST) {
            throw ProblemException.invalid("size must be from 1 to %d, but is %d".formatted(LARGEST, most));
        }
        List<KeyDescriptor> content = this.overview.keys(contour.name(), number * most, most).stream()
                .map(state -> this.descriptions.key(state, null))
                .toList();
        int keys = this.overview.contour(contour.name()).load().keys();
        return new KeysDescriptor(keys, number, most, content);
    }

    KeyDescriptor one(Contour contour, @Nullable String key, @Nullable String id) {
        return inUse(contour, key, id)
                .orElseThrow(() -> ProblemException.notThere(
                        "contour '%s': this process does not use that key now".formatted(contour.name())));
    }

    /** Empty where the key has left meanwhile. */
    Optional<KeyDescriptor> inUse(Contour contour, @Nullable String key, @Nullable String id) {
        return find(contour, key, id).map(state -> this.descriptions.key(state, key));
    }

    /** That of the key that is meant, in use or not; but an id is known of a key in use alone. */
    Limiter limiter(Contour contour, @Nullable String key, @Nullable String id) {
        Optional<KeyState> found = find(contour, key, id);
        if (key != null) {
            return this.registry.limiter(contour.name(), key);
        }
        return found.map(state -> this.registry.limiter(contour.name(), state))
                .orElseThrow(() -> ProblemException.notThere(
                        "contour '%s': no key in use has that id here".formatted(contour.name())));
    }

    private Optional<KeyState> find(Contour contour, @Nullable String key, @Nullable String id) {
        if (id != null) {
            if (key != null) {
                throw ProblemException.invalid("a key is named by key or by id, not by both");
            }
            return this.overview.keyOfId(contour.name(), id);
        }
        if (contour.secretKeys()) {
            throw ProblemException.invalid(
                    "contour '%s': its keys are credentials, which belong in no URL and no log: ask by id"
                            .formatted(contour.name()));
        }
        return this.overview.key(contour.name(), (key != null) ? key : "");
    }
}
