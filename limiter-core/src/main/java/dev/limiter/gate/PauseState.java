package dev.limiter.gate;

import dev.limiter.Refusal.Scope;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A pause that holds, as a process knows it. Immutable.
 *
 * @param scope whether it holds one key or all keys of the contour
 * @param left how long it lasts from now
 * @param row how many pauses in a row there were with it that no success has ended; 0 where only people paused
 * @param cause a short text; {@code null} where another process reported it
 * @param written whether the store has it; else it holds in this process alone, until the store takes it
 */
public record PauseState(
        Scope scope, Duration left, int row, @Nullable String cause, boolean written) {}
