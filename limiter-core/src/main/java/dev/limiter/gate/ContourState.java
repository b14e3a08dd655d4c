package dev.limiter.gate;

import org.jspecify.annotations.Nullable;

/**
 * What a process knows of a contour with all its keys at one instant. Immutable.
 *
 * @param load how busy it is
 * @param pausedKeys how many of the keys in use are paused by themselves
 * @param pause the one that ends last of those that hold all keys, or calls without a key; {@code null} where none does
 */
public record ContourState(
        ContourLoad load, int pausedKeys, @Nullable PauseState pause) {}
