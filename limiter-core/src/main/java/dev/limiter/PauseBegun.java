package dev.limiter;

import java.time.Duration;

/**
 * A pause that began, or whose end moved later. Immutable.
 *
 * @param contour the contour's name
 * @param length how long it lasts from now on
 * @param added how much of that is new: all of it where it began
 * @param moved whether it was running already
 * @param cause a short text, as in {@link Refusal#cause()} or as a person has given it
 * @param client as in {@link Refusal#client()}; empty where a person paused
 */
public record PauseBegun(String contour, Duration length, Duration added, boolean moved, String cause, String client) {}
