package dev.limiter.gate;

import java.io.IOException;

/** Why a store is away, in tests. */
final class Away {

    static final IOException REASON = new IOException("connection refused: localhost/127.0.0.1:6379");

    private Away() {}
}
