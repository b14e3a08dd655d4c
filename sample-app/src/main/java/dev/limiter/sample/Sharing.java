package dev.limiter.sample;

import dev.limiter.sample.process.Chaos;
import dev.limiter.sample.process.SharedRedis;
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

    /**
     * The Redis that was named, or a fresh one.
     *
     * @throws UsageException when there is neither
     */
    SharedRedis openRedis() {
        if (this.redis != null) {
            SharedRedis named = SharedRedis.at(this.redis);
            if (!named.isThere()) {
                throw new UsageException("Nobody listens at the address that --redis names");
            }
            return named;
        }
        if (!SharedRedis.isShipped()) {
            throw new UsageException(
                    "No redis-server for this machine is shipped: give the address of one, --redis=redis://127.0.0.1:6379");
        }
        return SharedRedis.start();
    }

    /** Whether all demonstrations run across processes. */
    boolean acrossProcesses() {
        return this.store == Store.REDIS;
    }
}
