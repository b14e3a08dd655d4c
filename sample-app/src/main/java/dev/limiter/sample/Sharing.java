package dev.limiter.sample;

import dev.limiter.sample.process.Chaos;
import org.jspecify.annotations.Nullable;

/**
 * Where the workers run, and what they share.
 *
 * @param store what the workers of all demonstrations share
 * @param redis the address of a Redis that runs; null for one that the sample starts
 * @param chaos what happens to that in the middle of a batch; null where nothing was said
 */
record Sharing(
        Store store, @Nullable String redis, @Nullable Chaos chaos) {

    /** Kinds of stores. */
    enum Store {
        /** Of this process: the workers are applications in it. */
        MEMORY,
        /** The workers are processes. */
        REDIS
    }

    static final Sharing DEFAULT = new Sharing(Store.MEMORY, null, null);

    /** Whether all demonstrations run across processes. */
    boolean acrossProcesses() {
        return this.store == Store.REDIS;
    }
}
