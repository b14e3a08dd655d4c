package dev.limiter.redis;

import dev.limiter.bucket.FullAt;
import dev.limiter.bucket.Pause;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What the script answered, as its header says. Instants are in bucket time.
 *
 * @param fullAt empty where the bucket is not stored, or nothing was done
 * @param own the verb's own numbers
 */
record ScriptReply(
        Status status,
        long now,
        boolean limitsDiffer,
        boolean damaged,
        long lineage,
        long revision,
        Pause pause,
        Pause contourPause,
        List<FullAt> fullAt,
        long[] own) {

    enum Status {
        DONE,
        /** The bucket is not the one that this process knows; nothing was done. */
        LOST,
        /** The call came too late, or the server's clock has stepped; nothing was done. */
        LATE
    }

    static ScriptReply read(byte[] reply) {
        ByteBuffer numbers = ByteBuffer.wrap(reply);
        Status status = Status.values()[(int) next(numbers)];
        long now = next(numbers);
        long flags = next(numbers);
        long lineage = next(numbers);
        long revision = next(numbers);
        Pause pause = pause(numbers);
        Pause contourPause = pause(numbers);
        long limits = next(numbers);
        List<FullAt> fullAt = new ArrayList<>();
        for (int i = 0; i < limits; i++) {
            fullAt.add(new FullAt(next(numbers), next(numbers)));
        }
        long[] own = new long[numbers.remaining() / Double.BYTES];
        for (int i = 0; i < own.length; i++) {
            own[i] = next(numbers);
        }
        return new ScriptReply(
                status,
                now,
                (flags & 1) != 0,
                (flags & 2) != 0,
                lineage,
                revision,
                pause,
                contourPause,
                List.copyOf(fullAt),
                own);
    }

    static Pause pause(ByteBuffer numbers) {
        long number = next(numbers);
        int row = (int) next(numbers);
        long from = next(numbers);
        long until = next(numbers);
        return (number == 0) ? Pause.NONE : new Pause(number, row, from, until);
    }

    static long next(ByteBuffer numbers) {
        return (long) numbers.getDouble();
    }
}
