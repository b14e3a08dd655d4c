package dev.limiter.bucket;

/**
 * A permit with the instant from which it may be used.
 *
 * @param at from when, in the store's time
 * @param cost how many permits it stands for
 * @param serial its number within the bucket, by which it can be given back
 */
public record Slot(long at, int cost, long serial) implements Answer {}
