package dev.limiter;

/** What a store is asked. */
public enum StoreVerb {

    /** Slots for those who wait. */
    BOOK,

    /** To take back slots that were not used. */
    GIVE_BACK,

    /** To keep a pause. */
    PAUSE,

    /** To end a pause. */
    RESUME,

    /** To end a row of refusals. */
    END_ROW,

    /** To change the limits of a contour. */
    CHANGE_LIMITS
}
