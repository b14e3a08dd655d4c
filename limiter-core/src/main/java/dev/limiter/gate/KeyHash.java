package dev.limiter.gate;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Turns keys that are credentials into what may be written anywhere: HMAC-SHA-256 under a secret, so that nobody without
 * it can try credentials against the result, and with the contour's name in it, so that the credential that two contours
 * share does not show as one. Safe for use by many threads.
 */
final class KeyHash {

    static final int SHORTEST_SECRET = 16;

    private static final String ALGORITHM = "HmacSHA256";

    /** 144 bits: whole characters of Base64, and so many that no two keys will ever share them. */
    private static final int BYTES = 18;

    private final SecretKeySpec secret;

    KeyHash(String secret) {
        if (secret.length() < SHORTEST_SECRET) {
            throw new IllegalArgumentException("the key secret must have at least %d characters, but has %d"
                    .formatted(SHORTEST_SECRET, secret.length()));
        }
        this.secret = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    }

    /** The key as it leaves the caller's hands: 24 letters, digits, - or _. No key stays none. */
    String of(String contour, String key) {
        if (key.isEmpty()) {
            return key;
        }
        byte[] hash = mac().doFinal((contour + '\0' + key).getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, BYTES));
    }

    private Mac mac() {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(this.secret);
            return mac;
        } catch (GeneralSecurityException ex) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, ex);
        }
    }
}
