package dev.limiter.sample.api;

/**
 * A server that acts and does not say so: after so many accepted requests of a worker, the next ones that it accepts are
 * deposited as any other, but never answered. Their connections stay open.
 *
 * @param worker whose requests, by the header {@code X-Worker}
 * @param afterAccepted how many of them are answered first
 * @param requests how many are not answered then
 */
public record SilenceRule(String worker, int afterAccepted, int requests) {

    public SilenceRule {
        if (afterAccepted < 0 || requests < 1) {
            throw new IllegalArgumentException(
                    "A silence is of at least 1 request, after 0 or more accepted ones, not of %d after %d"
                            .formatted(requests, afterAccepted));
        }
    }

    /** Whether it covers this accepted request of the worker's, counted from 1. */
    boolean covers(int accepted) {
        return this.afterAccepted < accepted && accepted <= this.afterAccepted + this.requests;
    }

    /** Whether all of its requests are in this log. */
    public boolean isOver(ArrivalLog log) {
        return log.of(this.worker).accepted().count() >= this.afterAccepted + this.requests;
    }
}
