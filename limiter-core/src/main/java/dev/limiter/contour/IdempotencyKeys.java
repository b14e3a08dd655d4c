package dev.limiter.contour;

/**
 * The keys by which the contour's server recognises a repeat: whoever sends one may repeat a POST whose outcome is not
 * known. Immutable.
 *
 * @param header the name of the header that carries it
 * @param made whether each call that is not idempotent by its method, and brings no key, is given a random one, which
 *     all its attempts carry
 * @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">The Idempotency-Key HTTP
 *     Header Field</a>
 */
public record IdempotencyKeys(String header, boolean made) {

    /** {@code Idempotency-Key}, which calls bring themselves. */
    public static final IdempotencyKeys DEFAULT = new IdempotencyKeys("Idempotency-Key", false);

    /** RFC 9110 §5.6.2. */
    private static final String TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";

    public IdempotencyKeys {
        if (!header.matches(TOKEN)) {
            throw new IllegalArgumentException(
                    "idempotency-key.header must be the name of a header, such as Idempotency-Key, but is '%s'"
                            .formatted(header));
        }
    }
}
