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
 * @param instants of the entries that were looked at after those that have their slots at once; negative where late
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
        Booked booked,
        long[] instants) {

    enum Status {
        DONE,
        /** The bucket is not the one that this process knows; nothing was done. */
        LOST,
        /** The call came too late, or the server's clock has stepped; nothing was done. */
        LATE,
        /** In a call for several buckets: the booking is not ordinary, and has to be asked for alone; nothing was done. */
        UNDONE
    }

    static final ScriptReply UNDONE = new ScriptReply(
            Status.UNDONE, 0, false, false, 0, 0, Pause.NONE, Pause.NONE, List.of(), new Booked(0, 0, 0), new long[0]);

    /**
     * What the first entries got.
     *
     * @param serial the number of the first slot, whichever entry it is for
     * @param together how many have their slots at once
     * @param at the instant of these
     */
    record Booked(long serial, int together, long at) {}

    static ScriptReply read(byte[] reply) {
        return read(ByteBuffer.wrap(reply));
    }

    /** Several, each after its length in a byte; {@link #UNDONE} where that is 0. */
    static List<ScriptReply> readMany(byte[] reply) {
        List<ScriptReply> all = new ArrayList<>();
        int next;
        for (int at = 0; at < reply.length; at = next) {
            int length = reply[at];
            next = at + 1 + length;
            all.add((length > 0) ? read(ByteBuffer.wrap(reply, at + 1, length)) : UNDONE);
        }
        return all;
    }

    private static ScriptReply read(ByteBuffer numbers) {
        Status status = Status.values()[(int) next(numbers)];
        long now = next(numbers);
        long flags = next(numbers);
        long lineage = next(numbers);
        long revision = next(numbers);
        Booked booked = new Booked(next(numbers), (int) next(numbers), next(numbers));
        FullAt[] fullAt = new FullAt[(int) next(numbers)];
        for (int i = 0; i < fullAt.length; i++) {
            fullAt[i] = new FullAt(next(numbers), next(numbers));
        }
        Pause pause = ((flags & 4) != 0) ? pause(numbers) : Pause.NONE;
        Pause contourPause = ((flags & 8) != 0) ? pause(numbers) : Pause.NONE;
        long[] instants = new long[numbers.remaining() / Double.BYTES];
        for (int i = 0; i < instants.length; i++) {
            instants[i] = next(numbers);
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
                List.of(fullAt),
                booked,
                instants);
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
