/**
 * The bucket store that many processes share: one Redis key for each bucket, one script that counts.
 */
@NullMarked
package dev.limiter.redis;

import org.jspecify.annotations.NullMarked;
