package dev.limiter.redis;

import dev.limiter.OperationState;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What is stored of an operation, as the script's header says. */
record OperationValue(OperationState state, String owner) {

    /**
     * Reads it.
     *
     * @throws IllegalStateException where somebody else has written it: then nobody can tell whether it may be sent
     */
    static OperationValue read(byte[] value) {
        String text = new String(value, StandardCharsets.UTF_8);
        if (text.isEmpty()) {
            return new OperationValue(new OperationState.Unclaimed(), "");
        }
        String[] words = text.split(" ", 4);
        try {
            Instant since = Instant.ofEpochMilli(Long.parseLong(words[1]));
            Instant until = Instant.ofEpochMilli(Long.parseLong(words[2]));
            if (words[0].equals("done") && words.length == 3) {
                return new OperationValue(new OperationState.Done(since, until), "");
            }
            if (words[0].equals("in-flight") && words.length == 4) {
                return new OperationValue(new OperationState.InFlight(since, until), words[3]);
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException ex) {
            throw foreign(text, ex);
        }
        throw foreign(text, null);
    }

    private static IllegalStateException foreign(String text, @Nullable Throwable cause) {
        return new IllegalStateException("the operation's value in Redis is not ours: '%s'".formatted(text), cause);
    }
}
