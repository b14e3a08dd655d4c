package dev.limiter.sample.worker;

/** What failed in another process, which told the {@link Reason} alone. */
public final class ToldFailure extends RuntimeException {

    private final String reason;

    public ToldFailure(String reason) {
        super(reason);
        this.reason = reason;
    }

    String reason() {
        return this.reason;
    }
}
