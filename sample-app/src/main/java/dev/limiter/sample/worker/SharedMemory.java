package dev.limiter.sample.worker;

import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.operation.InMemoryOperationStore;
import dev.limiter.operation.OperationStore;

/**
 * What workers in one process share, as those in several share a Redis.
 *
 * @param buckets where their buckets are
 * @param operations which operations are in flight or done
 */
public record SharedMemory(BucketStore buckets, OperationStore operations) implements AutoCloseable {

    static SharedMemory empty() {
        return new SharedMemory(new InMemoryBucketStore(), new InMemoryOperationStore());
    }

    @Override
    public void close() {
        this.buckets.close();
    }
}
