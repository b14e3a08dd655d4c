package dev.limiter.redis;

import dev.limiter.bucket.Bucket;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What things are called in Redis. The contour is the hash tag of all its names, so that its buckets and its pause are
 * in one slot of a cluster, where one script may read both; different contours spread over the nodes. No name of one
 * contour is the beginning of another contour's.
 */
final class RedisNames {

    private static final String PLAIN = "-._~";

    private static final int LONGEST_ID = 200;

    private RedisNames() {}

    static String bucket(Bucket bucket) {
        return tagged(bucket.contour()) + "bucket:" + escaped(bucket.key());
    }

    static String contourPause(String contour) {
        return tagged(contour) + "pause";
    }

    /** Where changes of the contour's pauses, and of its keys', are published, and of its limits. */
    static String pauseChannel(String contour) {
        return tagged(contour) + "pauses";
    }

    /** The limits that hold in the place of the configured ones. */
    static String limits(String contour) {
        return tagged(contour) + "limits";
    }

    /** What is written to see whether anything can be. */
    static String trial(String contour) {
        return tagged(contour) + "trial";
    }

    /** An operation. Of an id that is long, its digest: names of both kinds differ. */
    static String operation(String contour, String id) {
        String plain = escaped(id);
        return (plain.length() <= LONGEST_ID)
                ? tagged(contour) + "operation:" + plain
                : tagged(contour) + "operation-sha256:" + sha256(plain);
    }

    private static String sha256(String ascii) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Ascii.bytes(ascii));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** The key in the name of a contour's bucket. */
    static String keyOf(String contour, String bucketName) {
        return unescaped(bucketName.substring(tagged(contour).length() + "bucket:".length()));
    }

    private static String tagged(String contour) {
        return "limiter:{" + contour + "}:";
    }

    /** Readable ASCII, different for different keys: what is no letter, digit or one of - . _ ~ becomes %41 or %u20AC. */
    static String escaped(String key) {
        StringBuilder name = new StringBuilder(key.length() + 8);
        for (int i = 0; i < key.length(); i++) {
            char each = key.charAt(i);
            boolean alphanumeric =
                    each >= 'a' && each <= 'z' || each >= 'A' && each <= 'Z' || each >= '0' && each <= '9';
            if (alphanumeric || PLAIN.indexOf(each) >= 0) {
                name.append(each);
            } else {
                name.append(String.format((each < 0x80) ? "%%%02X" : "%%u%04X", (int) each));
            }
        }
        return name.toString();
    }

    private static String unescaped(String name) {
        StringBuilder key = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) != '%') {
                key.append(name.charAt(i));
                continue;
            }
            boolean wide = name.charAt(i + 1) == 'u';
            int first = wide ? i + 2 : i + 1;
            int end = first + (wide ? 4 : 2);
            key.append((char) Integer.parseInt(name.substring(first, end), 16));
            i = end - 1;
        }
        return key.toString();
    }
}
