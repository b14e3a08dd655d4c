package dev.limiter.contour;

/** Whether a contour's limits hold its callers. */
public enum Mode {

    /** They do. */
    ENFORCE,

    /**
     * They are only measured: no caller waits, is denied or paused, nothing is repeated, and listeners are told what would
     * have been.
     */
    OBSERVE
}
