package dev.limiter.spring.restclient;

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
        String library = factory.getClass().getName();
        @Nullable String warning = REPEATING.get(library);
        boolean stopped = library.equals(JDK) && "1".equals(System.getProperty(JDK_LIMIT));
        if (warning != null && !stopped && this.told.add(library)) {
            logger.warn("{} Said once.", warning);
        }
    }
}
