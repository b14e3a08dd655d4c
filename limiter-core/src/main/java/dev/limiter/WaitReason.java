package dev.limiter;

/** What a caller of the limiter waits for. */
public enum WaitReason {

    /** The contour's own limits. */
    RATE,

    /** The end of a pause that the server, or a person, asked for. */
    PAUSE,

    /** A free place under the contour's cap of requests in flight. */
    CONCURRENCY,

    /** The answer of the store. */
    STORE
}
