package dev.limiter.spring.method;

import dev.limiter.http.ServerAnswer;
import java.util.Optional;

/**
 * Reads a server's answer off the exception of a client that the limiter does not see, so that a method with
 * {@code permit = METHOD} can pause its contour. Beans of this type are asked in their order, before the built-in ones
 * for the exceptions of Spring's {@code RestClient} and {@code WebClient}; each is asked for the exception and, link by
 * link, for its causes.
 *
 * <p>Must be safe for use by many threads, and must not block.
 */
@FunctionalInterface
public interface ThrownAnswer {

    /** What the server answered; empty where the exception is none of this client's, or there was no answer. */
    Optional<ServerAnswer> read(Throwable thrown);
}
