package dev.limiter;

/**
 * Who is served first among the callers that wait in one process. Callers of one priority are served in the order of
 * their arrival.
 */
public enum Priority {

    /** Somebody is waiting for the answer. */
    URGENT,

    /** The default. */
    NORMAL,

    /** Work that may wait behind all other. */
    BATCH
}
