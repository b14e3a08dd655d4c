package dev.limiter.sample.worker;

/** Is told of each request that was sent, when it has been answered. Called from event loops: must not block. */
@FunctionalInterface
public interface SendListener {

    /** Does nothing. */
    SendListener NONE = send -> {};

    void sent(Send send);
}
