package dev.limiter.spring.call;

import dev.limiter.RateLimitException;
import dev.limiter.http.AttemptOutcome;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Reads errors of an exchange. */
public final class Failures {

    /** Chains of causes are short, unless they are circles. */
    private static final int LONGEST_CHAIN = 20;

    private static final String CONNECT_TIMED_OUT = "Connect timed out";

    private static final List<Class<? extends Exception>> NOT_CONNECTED = List.of(
            ConnectException.class,
            HttpConnectTimeoutException.class,
            NoRouteToHostException.class,
            UnknownHostException.class,
            UnresolvedAddressException.class);

    /** Apache's, which are time-outs by their types: no connection within its time, or none free in the pool. */
    private static final Set<String> NOT_CONNECTED_BY_NAME = Set.of(
            "org.apache.hc.client5.http.ConnectTimeoutException",
            "org.apache.hc.core5.http.ConnectionRequestTimeoutException");

    private Failures() {}

    /** A denial of ours, which the client may have wrapped in an exception of its own; {@code null} where it is none. */
    public static @Nullable RateLimitException denialIn(Throwable error) {
        for (Throwable link : chain(error)) {
            if (link instanceof RateLimitException denial) {
                return denial;
            }
        }
        return null;
    }

    /**
     * What a transport error means for a repeat; {@code null} for an error of another kind, such as a body that cannot
     * be encoded: that fails the same way again.
     *
     * @param error what the HTTP library says
     * @param sent whether any part of the request may have left
     */
    public static @Nullable AttemptOutcome outcomeOf(@Nullable Throwable error, boolean sent) {
        List<Throwable> causes = chain(error);
        if (causes.stream().noneMatch(Failures::isOfTransport)) {
            return null;
        }
        boolean notConnected = !sent || causes.stream().anyMatch(Failures::isNotConnected);
        return notConnected ? AttemptOutcome.notConnected() : AttemptOutcome.unknown();
    }

    private static boolean isNotConnected(Throwable cause) {
        return NOT_CONNECTED.stream().anyMatch(type -> type.isInstance(cause))
                || NOT_CONNECTED_BY_NAME.contains(cause.getClass().getName())
                // A plain socket's, by which HttpURLConnection connects, has no type of its own.
                || (cause instanceof SocketTimeoutException && CONNECT_TIMED_OUT.equalsIgnoreCase(cause.getMessage()));
    }

    private static boolean isOfTransport(Throwable cause) {
        String type = cause.getClass().getName();
        return cause instanceof IOException
                || cause instanceof TimeoutException
                || cause instanceof UnresolvedAddressException
                || type.startsWith("io.netty.")
                || type.startsWith("reactor.netty.");
    }

    /** An error and its causes, the error first, at most twenty; empty for none. */
    public static List<Throwable> chain(@Nullable Throwable error) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable link = error; link != null && chain.size() < LONGEST_CHAIN; link = link.getCause()) {
            chain.add(link);
        }
        return chain;
    }
}
