package dev.limiter.sample.page;

/** A button was pressed in vain: the message is for whoever pressed it. */
final class NotDoneException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotDoneException(String message) {
        super(message);
    }
}
