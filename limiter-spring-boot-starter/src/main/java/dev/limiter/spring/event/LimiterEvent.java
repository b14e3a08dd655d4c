package dev.limiter.spring.event;

import dev.limiter.StoreMode;
import java.time.Duration;

/**
 * What happened to a contour, as an event of the application. Published one after the other, in the order in which it
 * happened, on a thread of the limiter's: no event loop and no caller waits for a listener, and a slow listener delays the
 * next event only. Where more than {@value LimiterEvents#MOST} are waiting for it, further ones are dropped, and the log
 * says so. Each is told in the process in which it happened.
 */
public sealed interface LimiterEvent {

    /** The contour's name. */
    String contour();

    /**
     * A pause began, or its end moved later, by a refusal that this process has seen or a call of
     * {@link dev.limiter.Limiter#pause} or {@link dev.limiter.LimiterRegistry#pause}.
     *
     * @param length from now on
     * @param moved whether it was running already
     * @param cause a short text, such as {@code 429 at RecordClient.deposit}
     */
    record PauseBegan(String contour, Duration length, boolean moved, String cause) implements LimiterEvent {}

    /**
     * A pause is over.
     *
     * @param byHand whether somebody called {@link dev.limiter.Limiter#resume()} or
     *     {@link dev.limiter.LimiterRegistry#resume} in this process; else it has come to its end by itself, and had begun
     *     in this process
     */
    record PauseEnded(String contour, boolean byHand) implements LimiterEvent {}

    /**
     * The store can no longer be reached for the contour, or can be again.
     *
     * @param reason why it cannot; empty with {@link StoreMode#NORMAL}
     */
    record StoreModeChanged(String contour, StoreMode mode, String reason) implements LimiterEvent {}

    /**
     * Other limits hold for the contour in this process, whichever process somebody has changed them in.
     *
     * @param from such as {@code 8/s capacity 16}; several limits with a comma between
     * @param to what holds now
     */
    record LimitsChanged(String contour, String from, String to) implements LimiterEvent {}

    /** Calls are not repeated any more, since the contour has spent its retry budget. Once a minute at most. */
    record BudgetExhausted(String contour) implements LimiterEvent {}
}
