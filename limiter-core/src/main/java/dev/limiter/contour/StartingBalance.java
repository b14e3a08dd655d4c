package dev.limiter.contour;

/** What a bucket holds when nobody has used it yet. */
public enum StartingBalance {
    /** A whole capacity. */
    FULL,
    /** Nothing: for quotas that another process may have spent just before. */
    EMPTY
}
