package dev.limiter.sample.worker;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * What an API knows us by. It goes into one header of each request, and nowhere else: {@link #toString()} does not show
 * it, and neither does any message.
 */
public final class Credential {

    private static final Credential NONE = new Credential("");

    private final String header;

    private Credential(String header) {
        this.header = header;
    }

    /** For an API that asks for none. */
    public static Credential none() {
        return NONE;
    }

    /**
     * A bearer token, or a name and a password with a colon between them, as DataCite's repositories have.
     *
     * @throws IllegalArgumentException when a header cannot hold it
     */
    public static Credential of(String secret) {
        String stripped = secret.strip();
        if (stripped.isEmpty() || !stripped.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw new IllegalArgumentException("it must be of visible ASCII characters, with no space in it");
        }
        if (stripped.contains(":")) {
            return new Credential(
                    "Basic " + Base64.getEncoder().encodeToString(stripped.getBytes(StandardCharsets.US_ASCII)));
        }
        return new Credential("Bearer " + stripped);
    }

    /** The value of the header {@code Authorization}; empty for none. */
    String header() {
        return this.header;
    }

    @Override
    public String toString() {
        return this.header.isEmpty() ? "no credential" : "a credential";
    }
}
