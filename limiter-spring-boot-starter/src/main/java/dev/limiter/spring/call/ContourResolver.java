package dev.limiter.spring.call;

import dev.limiter.PermitRequest;
import dev.limiter.RateLimitException;
import dev.limiter.UnknownContourException;
import dev.limiter.contour.Contour;
import dev.limiter.gate.GateRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Says which contour an attempt belongs to: the one that the request itself names; else that of the innermost mark,
 * unless its contour lists hosts and this host is none of them; else the one whose hosts name it; else none. So stray
 * calls cannot go around the limit, and a login server is not charged to the API. Safe for use by many threads.
 */
public final class ContourResolver {

    private final GateRegistry registry;

    /** From {@code host} or {@code host:port} to the contours that list it. */
    private final Map<String, Set<String>> byHost = new TreeMap<>();

    /** A resolver for the contours of a registry. */
    public ContourResolver(GateRegistry registry) {
        this.registry = registry;
        for (String name : registry.contours()) {
            for (String host : registry.contour(name).hosts()) {
                this.byHost.computeIfAbsent(host, absent -> new TreeSet<>()).add(name);
            }
        }
    }

    /**
     * What an attempt is charged to.
     *
     * @param contour as configured
     * @param key which of the contour's circuits; empty where it has one
     * @param request what to ask the limiter for
     * @param mark the mark that chose it; {@code null} where the request or the host did
     */
    public record Circuit(
            Contour contour,
            String key,
            PermitRequest request,
            @Nullable CallMark mark) {

        /** The longest wait for each permit. */
        public Duration maxWait() {
            return (this.request.maxWait() != null) ? this.request.maxWait() : this.contour.maxWait();
        }

        /** Without the key, which may be a credential. */
        @Override
        public String toString() {
            return "a circuit of contour " + this.contour.name();
        }
    }

    /**
     * The circuit of an attempt; {@code null} where the attempt belongs to none.
     *
     * @param named the contour that the request names, if it names one
     * @param key the key that goes with that name
     * @param mark the innermost mark, if there is one
     * @param url what is really requested, after all filters
     * @throws UnknownContourException when the request or the mark names a contour that is not configured
     * @throws RateLimitException when several contours list the host, and nothing says which one is meant
     */
    public @Nullable Circuit resolve(@Nullable String named, @Nullable String key, @Nullable CallMark mark, URI url) {
        if (named != null) {
            return circuit(this.registry.contour(named), key, mark);
        }
        if (mark != null) {
            Contour marked = this.registry.contour(mark.contour());
            if (marked.hosts().isEmpty() || !listedHost(marked, url).isEmpty()) {
                return circuit(marked, null, mark);
            }
        }
        Contour byHost = this.byHost.isEmpty() ? null : byHost(hostNames(url));
        return (byHost != null) ? circuit(byHost, null, mark) : null;
    }

    private @Nullable Contour byHost(List<String> names) {
        for (String name : names) {
            Set<String> contours = this.byHost.getOrDefault(name, Set.of());
            if (contours.size() > 1) {
                throw new RateLimitException(
                        String.join(", ", contours),
                        "Host '%s' belongs to the contours %s, and nothing says which one is meant: mark the method with "
                                        .formatted(name, contours)
                                + "@RateLimited, or name the contour in the request attribute 'dev.limiter.contour'",
                        null,
                        null);
            }
            if (!contours.isEmpty()) {
                return this.registry.contour(contours.iterator().next());
            }
        }
        return null;
    }

    /** A mark's key and cost are those of its own contour; whose call it is holds for every contour. */
    private static Circuit circuit(Contour contour, @Nullable String key, @Nullable CallMark mark) {
        if (mark == null) {
            return new Circuit(contour, (key != null) ? key : "", PermitRequest.one(), null);
        }
        if (mark.contour().equals(contour.name()) && (key == null || key.equals(mark.key()))) {
            return new Circuit(contour, mark.key(), mark.request(), mark);
        }
        PermitRequest request = PermitRequest.one().withPriority(mark.request().priority());
        return new Circuit(contour, (key != null) ? key : "", request, null);
    }

    /** A URL's host and port, in lower case and without credentials; empty where it has no host. */
    public static String hostAndPort(URI url) {
        List<String> names = hostNames(url);
        return names.isEmpty() ? "" : names.get(0);
    }

    /** The name under which a contour lists a URL's host; empty where it does not. */
    static String listedHost(Contour contour, URI url) {
        for (String name : hostNames(url)) {
            if (contour.hosts().contains(name)) {
                return name;
            }
        }
        return "";
    }

    /** The names under which a configuration may list the host: with its port, and without. */
    private static List<String> hostNames(URI url) {
        String authority = url.getRawAuthority();
        if (authority == null) {
            return List.of();
        }
        // Not URI.getHost(): it is null for names such as my_service, which containers have.
        String stated = authority.substring(authority.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
        int colon = stated.lastIndexOf(':');
        boolean hasColon = colon > stated.lastIndexOf(']');
        String host = hasColon ? stated.substring(0, colon) : stated;
        String port = hasColon ? stated.substring(colon + 1) : "";
        if (port.isEmpty()) {
            port = "https".equalsIgnoreCase(url.getScheme()) ? "443" : "80";
        }
        host = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        return List.of(host + ":" + port, host);
    }
}
