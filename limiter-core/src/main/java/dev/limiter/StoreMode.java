package dev.limiter;

/** How a contour gets its permits at the moment. */
public enum StoreMode {

    /** From the store. */
    NORMAL,

    /** The store cannot be reached: callers are denied. */
    REJECT,

    /** The store cannot be reached: callers wait for it. */
    QUEUE,

    /** The store cannot be reached: each process runs the reduced limit by itself. */
    REDUCED
}
