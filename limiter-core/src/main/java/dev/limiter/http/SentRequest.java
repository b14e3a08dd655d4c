package dev.limiter.http;

import java.util.Set;

/**
 * What a repeat depends on in the request.
 *
 * @param method as sent, such as {@code POST}
 * @param hasIdempotencyKey whether it carries a key that lets the server recognise a repeat
 * @param bodyCanBeSentAgain whether every attempt sends the same bytes; true where there is no body
 */
public record SentRequest(String method, boolean hasIdempotencyKey, boolean bodyCanBeSentAgain) {

    /** RFC 9110 §9.2.2. Methods are case-sensitive, so that an unknown spelling is not taken for a safe one. */
    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE");

    /** Whether the server may act upon it twice with the effect of once. */
    public boolean isSafeToActUponTwice() {
        return this.hasIdempotencyKey || isIdempotent(this.method);
    }

    /** Whether the method alone makes it so. */
    public static boolean isIdempotent(String method) {
        return IDEMPOTENT.contains(method);
    }
}
