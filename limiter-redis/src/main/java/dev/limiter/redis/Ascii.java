package dev.limiter.redis;

import java.nio.charset.StandardCharsets;

/** Texts as they go to Redis: names and words of ours, which are ASCII. */
final class Ascii {

    private Ascii() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
