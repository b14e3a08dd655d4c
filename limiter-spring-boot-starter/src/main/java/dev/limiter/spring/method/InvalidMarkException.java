package dev.limiter.spring.method;

import org.jspecify.annotations.Nullable;

/** A {@link dev.limiter.RateLimited} annotation that cannot be obeyed. Thrown at start-up, when the bean is made. */
public final class InvalidMarkException extends RuntimeException {

    private final String place;

    private final String problem;

    private final String advice;

    InvalidMarkException(String place, String problem, String advice) {
        this(place, problem, advice, null);
    }

    InvalidMarkException(String place, String problem, String advice, @Nullable Throwable cause) {
        super("@RateLimited on %s: %s. %s".formatted(place, problem, advice), cause);
        this.place = place;
        this.problem = problem;
        this.advice = advice;
    }

    /** The marked method or type: {@code RecordClient.deposit}. */
    public String place() {
        return this.place;
    }

    /** What is wrong, as a clause. */
    public String problem() {
        return this.problem;
    }

    /** What to write instead, as a sentence. */
    public String advice() {
        return this.advice;
    }
}
