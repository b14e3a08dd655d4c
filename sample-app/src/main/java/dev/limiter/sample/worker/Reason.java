package dev.limiter.sample.worker;

import reactor.core.Exceptions;

/** Why something failed, in a line. */
public final class Reason {

    private Reason() {}

    /** The innermost message that says something: what is around it repeats it. */
    public static String of(Throwable failure) {
        Throwable innermost = Exceptions.unwrap(failure);
        while (innermost.getCause() != null && innermost.getCause() != innermost) {
            innermost = innermost.getCause();
        }
        if (innermost instanceof ToldFailure told) {
            return told.reason();
        }
        String message = innermost.getMessage();
        String type = innermost.getClass().getSimpleName();
        return (message == null || message.isBlank()) ? type : message.strip() + " (" + type + ")";
    }
}
