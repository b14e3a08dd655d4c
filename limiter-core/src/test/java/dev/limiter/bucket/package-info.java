/**
 * What holds for every {@link dev.limiter.bucket.BucketStore}: {@code BucketStoreContract}, in virtual time, and the
 * naive exact twin of the bucket that it is compared with. A module with a store extends the contract.
 */
@NullMarked
package dev.limiter.bucket;

import org.jspecify.annotations.NullMarked;
