package dev.limiter.sample;

/** The command line cannot be used; the message says why, and what can. It never holds a token. */
class UsageException extends RuntimeException {

    UsageException(String message) {
        super(message);
    }
}
