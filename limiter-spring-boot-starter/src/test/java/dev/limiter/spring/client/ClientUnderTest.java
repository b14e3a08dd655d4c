package dev.limiter.spring.client;

import dev.limiter.spring.testing.LimitedApplication;
import java.util.List;
import org.springframework.http.ResponseEntity;

/**
 * A client that the behaviour suite is run over: how an application has it, and how it is called. To add one, implement
 * this and hand it to a subclass of {@link BehaviourSuite}.
 *
 * <p>The suite calls {@link #send} from many threads.
 */
interface ClientUnderTest {

    /** What the application configures beside Spring Boot. */
    default List<Class<?>> configurations() {
        return List.of();
    }

    /** The application's properties. */
    default List<String> properties() {
        return List.of();
    }

    /** Sends a request and waits for the answer with its whole body; throws what the client throws. */
    ResponseEntity<String> send(LimitedApplication application, Ask ask) throws Exception;

    /** What an exception of the client says. */
    default Outcome outcomeOf(Throwable thrown) {
        return Outcome.of(thrown);
    }

    /** Whether the HTTP library knows the method. */
    default boolean canSend(String method) {
        return true;
    }

    /** Whether a request can carry {@link dev.limiter.spring.call.LimiterAttributes}. */
    default boolean hasAttributes() {
        return true;
    }

    /** Whether it gives up waiting for an answer after {@code spring.http.clients.read-timeout}. */
    default boolean hasReadTimeout() {
        return true;
    }

    /** Whether the HTTP library itself sends such a request once more, unseen, where the server cut the connection. */
    default boolean sendsAgainByItself(Ask ask) {
        return false;
    }

    /** Whether a connection that was not made is known to be the first: no redirect was followed before it, unseen. */
    default boolean knowsItsFirstConnection() {
        return true;
    }
}
