package dev.limiter;

/** What one permit stands for. */
public enum PermitPer {

    /** One HTTP exchange, counted at a client that the limiter sees. */
    ATTEMPT,

    /**
     * One call of the marked method, taken before it runs: for clients that the limiter does not see. The method is
     * never repeated, and a refusal is read off its exception.
     */
    METHOD
}
