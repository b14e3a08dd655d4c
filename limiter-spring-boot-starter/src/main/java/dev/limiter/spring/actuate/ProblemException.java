package dev.limiter.spring.actuate;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** What the endpoint was asked for could not be done or found: the message is for whoever asked. */
final class ProblemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private static final int CONFLICT = 409;

    private final int status;

    private ProblemException(int status, String message) {
        super(message);
        this.status = status;
    }

    static ProblemException invalid(String message) {
        return new ProblemException(WebEndpointResponse.STATUS_BAD_REQUEST, message);
    }

    static ProblemException notThere(String message) {
        return new ProblemException(WebEndpointResponse.STATUS_NOT_FOUND, message);
    }

    /** It would come to nothing. */
    static ProblemException useless(String message) {
        return new ProblemException(CONFLICT, message);
    }

    static ProblemException storeFailed(String message) {
        return new ProblemException(WebEndpointResponse.STATUS_SERVICE_UNAVAILABLE, message);
    }

    int status() {
        return this.status;
    }
}
