package dev.limiter.spring.autoconfigure;

import org.jspecify.annotations.Nullable;

/** A {@code limiter.*} property that cannot be obeyed. Thrown at start-up. */
final class InvalidPropertyException extends RuntimeException {

    private final String property;

    private final @Nullable String value;

    private final String problem;

    private final String advice;

    InvalidPropertyException(
            String property, @Nullable String value, String problem, String advice, @Nullable Throwable cause) {
        super("%s: %s. %s".formatted((value != null) ? property + "=" + value : property, problem, advice), cause);
        this.property = property;
        this.value = value;
        this.problem = problem;
        this.advice = advice;
    }

    /** The property's full name: {@code limiter.contours.datacite.quota}. */
    String property() {
        return this.property;
    }

    /** Its value, or {@code null} where it is missing. */
    @Nullable
    String value() {
        return this.value;
    }

    /** What is wrong, as a clause. */
    String problem() {
        return this.problem;
    }

    /** What to write instead, as a sentence. */
    String advice() {
        return this.advice;
    }
}
