package dev.limiter.sample.worker;

import java.time.Instant;

/** Is told of permits, and of each request that was sent, when it has been answered. Must not block. */
@FunctionalInterface
public interface SendListener {

    /** Does nothing. */
    SendListener NONE = send -> {};

    void sent(Send send);

    /** A call got its permit. */
    default void granted(Instant at) {}
}
