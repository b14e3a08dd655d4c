package dev.limiter.sample.worker;

import reactor.core.Exceptions;

/** What failed in another process, which told its type and the {@link Reason}. */
public final class ToldFailure extends RuntimeException {

    private final String type;
    private final String reason;

    private ToldFailure(String type, String reason) {
        super(reason);
        this.type = type;
        this.reason = reason;
    }

    /** What is told of a failure, in a line. */
    public static String tell(Throwable failure) {
        return Exceptions.unwrap(failure).getClass().getSimpleName() + " " + Reason.of(failure);
    }

    /** Of what was told. */
    public static ToldFailure heard(String told) {
        String[] parts = told.split(" ", 2);
        return new ToldFailure(parts[0], (parts.length < 2) ? "" : parts[1]);
    }

    /** The simple name of what was thrown there. */
    public String type() {
        return this.type;
    }

    String reason() {
        return this.reason;
    }
}
