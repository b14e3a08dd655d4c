package dev.limiter.gate;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a process knows of one key of a contour at one instant. Immutable.
 *
 * @param id by which the key can be told apart where it is not to be read; empty for the empty key
 * @param key as it is known behind the door: one that was a credential is hashed
 * @param permitsLeft as in {@link ContourLoad#permitsLeft()}
 * @param pause the one that ends last, its own or its contour's; {@code null} where none holds
 * @param waiting how many callers wait
 * @param inFlight how many permits are in use
 */
public record KeyState(
        String id,
        String key,
        OptionalLong permitsLeft,
        @Nullable PauseState pause,
        int waiting,
        int inFlight) {}
