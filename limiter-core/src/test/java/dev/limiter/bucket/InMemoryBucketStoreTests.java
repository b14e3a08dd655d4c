package dev.limiter.bucket;

class InMemoryBucketStoreTests extends BucketStoreContract {

    @Override
    protected BucketStore store(VirtualTicker ticker) {
        return new InMemoryBucketStore(ticker);
    }

    @Override
    public int histories() {
        return 2_000;
    }
}
