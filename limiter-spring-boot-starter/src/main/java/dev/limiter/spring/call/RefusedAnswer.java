package dev.limiter.spring.call;

import java.time.Duration;

/**
 * How much is read of an answer that nobody will see: as long as that is cheaper than a new connection. Beyond it the
 * connection is given up.
 */
public final class RefusedAnswer {

    /** The most bytes of its body that are read. */
    public static final int MOST_BYTES = 128 * 1024;

    /** How long they are waited for. */
    public static final Duration LONGEST = Duration.ofSeconds(1);

    private RefusedAnswer() {}
}
