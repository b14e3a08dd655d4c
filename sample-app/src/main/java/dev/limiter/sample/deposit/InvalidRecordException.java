package dev.limiter.sample.deposit;

/** A file of records cannot be used. The message says which file, which line, and what is wrong with it. */
public class InvalidRecordException extends RuntimeException {

    InvalidRecordException(String message) {
        super(message);
    }
}
