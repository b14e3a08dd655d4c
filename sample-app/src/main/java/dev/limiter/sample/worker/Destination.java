package dev.limiter.sample.worker;

import java.net.URI;

/**
 * Where a team deposits, and as whom. It reaches the workers as a bean and not as a property, so that no dump of an
 * environment can show the credential.
 *
 * @param baseUrl without a slash at its end
 * @param credential what the API knows us by
 */
public record Destination(URI baseUrl, Credential credential) {

    /** An API that asks for no credential. */
    public static Destination of(URI baseUrl) {
        return new Destination(baseUrl, Credential.none());
    }
}
