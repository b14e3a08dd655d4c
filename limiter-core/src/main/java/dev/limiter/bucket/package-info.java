/**
 * How it is counted: the token bucket as pure arithmetic, the {@link dev.limiter.bucket.BucketStore} SPI that keeps
 * bucket state, and the store for one process. Implementations of the SPI must pass the contract suite in this
 * module's test jar.
 */
@NullMarked
package dev.limiter.bucket;

import org.jspecify.annotations.NullMarked;
