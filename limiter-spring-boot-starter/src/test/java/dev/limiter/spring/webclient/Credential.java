package dev.limiter.spring.webclient;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** A text that nobody may find, in any form from which it could be guessed. */
record Credential(String text) {

    /** As long as what tools print of a digest that they shorten. */
    private static final int SHORTENED = 12;

    /** The text, its Base64, and the beginnings of its unkeyed digests. */
    List<String> forms() {
        List<String> forms = new ArrayList<>(List.of(this.text));
        byte[] bytes = this.text.getBytes(UTF_8);
        forms.add(Base64.getEncoder().withoutPadding().encodeToString(bytes));
        for (String algorithm : List.of("MD5", "SHA-1", "SHA-256", "SHA-512")) {
            byte[] digest = digest(algorithm, bytes);
            String hex = HexFormat.of().formatHex(digest).substring(0, SHORTENED);
            forms.add(hex);
            forms.add(hex.toUpperCase(Locale.ROOT));
            forms.add(Base64.getEncoder().encodeToString(digest).substring(0, SHORTENED));
            forms.add(Base64.getUrlEncoder().encodeToString(digest).substring(0, SHORTENED));
        }
        return forms;
    }

    private static byte[] digest(String algorithm, byte[] bytes) {
        try {
            return MessageDigest.getInstance(algorithm).digest(bytes);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
