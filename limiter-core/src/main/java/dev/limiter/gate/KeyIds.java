package dev.limiter.gate;

import dev.limiter.contour.Contour;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Ids by which keys are told apart where they are not to be read: 24 letters, digits, - or _, the same in all processes.
 * Where the registry has a key secret nobody can try keys against them. Safe for use by many threads.
 */
final class KeyIds {

    private static final int BYTES = 18;

    private final @Nullable KeyHash keyHash;

    KeyIds(@Nullable KeyHash keyHash) {
        this.keyHash = keyHash;
    }

    /** The id of what the registry knows as the key; empty for the empty key. What was hashed already stays as it is. */
    String of(Contour contour, String key) {
        if (contour.secretKeys() || key.isEmpty()) {
            return key;
        }
        return (this.keyHash != null) ? this.keyHash.of(contour.name(), key) : digest(contour.name() + '\0' + key);
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, BYTES));
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
