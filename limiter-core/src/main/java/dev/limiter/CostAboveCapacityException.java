package dev.limiter;

/** A request costs more permits than the contour's bucket can ever hold: no wait would help. */
public class CostAboveCapacityException extends RateLimitException {

    private final int permits;

    private final long capacity;

    public CostAboveCapacityException(String contour, int permits, long capacity) {
        super(
                contour,
                "Contour '%s': a request of %d permits can never fit a capacity of %d"
                        .formatted(contour, permits, capacity),
                null,
                null);
        this.permits = permits;
        this.capacity = capacity;
    }

    /** What was asked for. */
    public int permits() {
        return this.permits;
    }

    /** The smallest capacity among the contour's limits. */
    public long capacity() {
        return this.capacity;
    }
}
