package dev.limiter.spring.restclient;

import dev.limiter.spring.call.BlockingAttempt;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * Says, once for each HTTP library, that it sends some requests once more by itself, where nothing can pay for that.
 * Safe for use by many threads.
 */
final class UnseenRepeats {

    private static final Logger logger = LoggerFactory.getLogger(UnseenRepeats.class);

    /** The JVM's own, which the JDK's client counts its repeats by. */
    static final String JDK_LIMIT = "jdk.httpclient.redirects.retrylimit";

    private static final String JDK = "org.springframework.http.client.JdkClientHttpRequestFactory";

    private static final String APACHE = "org.springframework.http.client.HttpComponentsClientHttpRequestFactory";

    private static final Map<String, String> REPEATING = Map.of(
            JDK,
            "The JDK's HttpClient sends a GET or HEAD once more, on the same permit, where the server closes the connection"
                    + " without an answer. -D" + JDK_LIMIT + "=1 stops that for the whole JVM, as another HTTP library"
                    + " does for this client: spring.http.clients.imperative.factory=http-components.",
            "org.springframework.http.client.SimpleClientHttpRequestFactory",
            "HttpURLConnection sends a GET, HEAD, OPTIONS or TRACE once more, on the same permit, where the server closes the"
                    + " connection without an answer. Another HTTP library does not:"
                    + " spring.http.clients.imperative.factory=http-components.");

    private final Set<String> told = ConcurrentHashMap.newKeySet();

    /** A client of this kind will be limited. */
    void of(ClientHttpRequestFactory factory) {
        String library = HttpLibrary.of(factory);
        @Nullable String warning = REPEATING.get(library);
        boolean stopped = library.equals(JDK) && "1".equals(System.getProperty(JDK_LIMIT));
        if (warning != null && !stopped) {
            warnOnce(library, warning);
        }
    }

    /**
     * Whether what an attempt came to may be that of a second sending: by an Apache HttpClient that was not told of the
     * limiter, and sends what is answered 429 or 503 once more, whatever its method.
     */
    boolean mayBeBehind(BlockingAttempt attempt, ClientHttpRequestFactory factory) {
        boolean unseen = attempt.isCharged()
                && !attempt.isTold()
                && HttpLibrary.of(factory).equals(APACHE);
        if (unseen) {
            warnOnce(
                    APACHE,
                    "An Apache HttpClient that the application has made itself sends requests once more, a POST too, on the"
                            + " same permit, where the server refuses them. Give its HttpClientBuilder to a bean of type"
                            + " HttpComponentsLimits, or have Spring Boot make it. A refused POST is not repeated meanwhile.");
        }
        return unseen;
    }

    private void warnOnce(String library, String warning) {
        if (this.told.add(library)) {
            logger.warn("{} Said once.", warning);
        }
    }
}
