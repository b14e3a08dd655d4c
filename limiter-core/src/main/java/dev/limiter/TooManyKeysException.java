package dev.limiter;

/** As many keys of the contour are in use in this process as {@code max-keys} allows, and the call's is none of them. */
public class TooManyKeysException extends RateLimitException {

    private final int maxKeys;

    public TooManyKeysException(String contour, int maxKeys) {
        super(contour, "Contour '%s': %d keys are in use already (max-keys)".formatted(contour, maxKeys), null, null);
        this.maxKeys = maxKeys;
    }

    /** The configured bound. */
    public int maxKeys() {
        return this.maxKeys;
    }
}
