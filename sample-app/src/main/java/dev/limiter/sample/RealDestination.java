package dev.limiter.sample;

import dev.limiter.sample.worker.Credential;
import dev.limiter.sample.worker.Destination;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Set;

/** Reads {@code --base-url} and the token. Neither is repeated in a message: an address may hold a password. */
final class RealDestination {

    /** Better than {@code --token}: a command line can be listed by others. */
    static final String TOKEN_VARIABLE = "LIMITER_SAMPLE_TOKEN";

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private RealDestination() {}

    static Destination of(Arguments arguments, Map<String, String> environment) {
        URI baseUrl = baseUrl(arguments.get("base-url", ""));
        String token = arguments.get("token", environment.getOrDefault(TOKEN_VARIABLE, ""));
        if (token.isBlank()) {
            throw new UsageException("--base-url needs a token: set the environment variable " + TOKEN_VARIABLE);
        }
        try {
            return new Destination(baseUrl, Credential.of(token));
        } catch (IllegalArgumentException ex) {
            throw new UsageException("The token cannot be used: " + ex.getMessage());
        }
    }

    private static URI baseUrl(String value) {
        URI url = parse(value);
        boolean https = "https".equalsIgnoreCase(url.getScheme());
        if ((!https && !"http".equalsIgnoreCase(url.getScheme())) || url.getHost() == null) {
            throw new UsageException("--base-url looks like https://api.test.datacite.org");
        }
        if (url.getUserInfo() != null || url.getQuery() != null || url.getFragment() != null) {
            throw new UsageException("--base-url is an address alone: no name, password, query or fragment in it");
        }
        if (!https && !LOOPBACK.contains(url.getHost())) {
            throw new UsageException("--base-url must begin with https: the token would travel in clear");
        }
        return url;
    }

    private static URI parse(String value) {
        try {
            return new URI(value.replaceFirst("/+$", ""));
        } catch (URISyntaxException ex) {
            throw new UsageException("--base-url is not a URL: " + ex.getReason());
        }
    }
}
