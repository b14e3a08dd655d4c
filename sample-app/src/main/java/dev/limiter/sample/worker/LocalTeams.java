package dev.limiter.sample.worker;

import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.InMemoryBucketStore;

/** Teams in this process. */
final class LocalTeams implements Teams {

    @Override
    public Team separate(int size, Terms terms) {
        return LocalTeam.start(size, terms, null);
    }

    @Override
    public Team shared(int size, Terms terms) {
        BucketStore store = new InMemoryBucketStore();
        try {
            return LocalTeam.start(size, terms, store);
        } catch (RuntimeException notStarted) {
            store.close();
            throw notStarted;
        }
    }

    @Override
    public String workers() {
        return "workers";
    }
}
