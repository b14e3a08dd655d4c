package dev.limiter.spring.metrics;

import java.util.Locale;

/** How constants are written in tags. */
final class Names {

    private Names() {}

    /** {@code GIVE_BACK} is {@code give-back}. */
    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@code 4xx} for 404; {@code none} where there was no answer. */
    static String ofStatusClass(int status) {
        if (status == 0) {
            return "none";
        }
        return isKnown(status) ? status / 100 + "xx" : "other";
    }

    /** What a server may invent is one value. */
    static String ofStatus(int status) {
        if (status == 0) {
            return "none";
        }
        return isKnown(status) ? Integer.toString(status) : "other";
    }

    private static boolean isKnown(int status) {
        return status >= 100 && status < 600;
    }

    static String ofClient(String client) {
        return client.isEmpty() ? "none" : client;
    }
}
