package dev.limiter.benchmarks.redis;

import java.util.Locale;

/**
 * What one process does in one cell of the table.
 *
 * @param peer who is measured
 * @param plenty whether there is more than anybody can take, so that nobody waits for the rate; otherwise it is 100/s
 * @param prefix of this cell's keys: each begins anew
 * @param keys how many; each permit is of one of them, at random
 * @param callers how many take permits at once, each the next one as soon as it has one
 * @param warmMillis how long before what is measured
 * @param millis how long is measured
 */
record Load(Kind peer, boolean plenty, String prefix, int keys, int callers, long warmMillis, long millis) {

    /** More than one server can give: a bucket of 1,000,000/s, full, that holds what it gives in 100 s. */
    static final int PLENTY_RATE = 1_000_000;

    static final int PLENTY_CAPACITY = 100_000_000;

    static final int SCARCE_RATE = 100;

    static final int SCARCE_CAPACITY = 20;

    int rate() {
        return this.plenty ? PLENTY_RATE : SCARCE_RATE;
    }

    int capacity() {
        return this.plenty ? PLENTY_CAPACITY : SCARCE_CAPACITY;
    }

    /** Who is measured. */
    enum Kind {
        PING("Lettuce PING"),
        SCRIPT("EVALSHA, pipelined"),
        COALESCED("EVALSHA, coalesced"),
        LIMITER("Limiter"),
        BUCKET4J("Bucket4j"),
        BUCKET4J_BATCHING("Bucket4j, batching"),
        REDISSON("Redisson");

        final String title;

        Kind(String title) {
            this.title = title;
        }
    }

    String toLine() {
        return String.format(
                Locale.ROOT,
                "%s %s %s %d %d %d %d",
                this.peer,
                this.plenty,
                this.prefix,
                this.keys,
                this.callers,
                this.warmMillis,
                this.millis);
    }

    static Load read(String line) {
        String[] parts = line.split(" ");
        return new Load(
                Kind.valueOf(parts[0]),
                Boolean.parseBoolean(parts[1]),
                parts[2],
                Integer.parseInt(parts[3]),
                Integer.parseInt(parts[4]),
                Long.parseLong(parts[5]),
                Long.parseLong(parts[6]));
    }
}
