package dev.limiter.redis;

import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.FullAt;
import dev.limiter.bucket.Pause;
import java.util.Arrays;
import java.util.List;

/**
 * What this process knows of one bucket in Redis: the last reply, and the time in it. Safe for use by many threads.
 *
 * <p>The knowledge goes with each call, so that the script can tell when the bucket it finds is not the one we know.
 */
final class RemoteBucket {

    /** A key lives an hour longer than it matters; what we know counts a little less long, so that missing means lost. */
    private static final long REMEMBERED_MICROS = 50L * 60 * 1_000_000;

    private static final long WARN_EVERY_MICROS = 60_000_000;

    private static final long ROW_MICROS = 3_600_000_000L;

    private final Bucket bucket;

    private final String name;

    private final byte[][] keys;

    /** The bucket by the limits of the last call, and those in the script's form. */
    private Judged judged;

    private record Judged(Bucket bucket, byte[] terms) {}

    private final byte[] channel;

    private final BucketClock clock = new BucketClock();

    private long lineage;

    private long revision;

    /** In bucket time. */
    private Pause pause = Pause.NONE;

    private Pause contourPause = Pause.NONE;

    private List<FullAt> fullAt = List.of();

    /** By which that was counted. */
    private byte[] learnedTerms;

    private long learnedAt;

    private int server;

    private long horizon = 250_000;

    private long warnedAt = Long.MIN_VALUE / 2;

    RemoteBucket(Bucket bucket, int server) {
        this.bucket = bucket;
        this.name = RedisNames.bucket(bucket);
        this.keys = new byte[][] {Ascii.bytes(this.name), Ascii.bytes(RedisNames.contourPause(bucket.contour()))};
        this.judged = new Judged(bucket, Terms.of(bucket));
        this.learnedTerms = this.judged.terms();
        this.channel = Ascii.bytes(RedisNames.pauseChannel(bucket.contour()));
        this.server = server;
    }

    Bucket bucket() {
        return this.bucket;
    }

    String name() {
        return this.name;
    }

    byte[][] keys() {
        return this.keys;
    }

    /** By which terms a call is judged that brings the bucket with these limits. */
    synchronized byte[] terms(Bucket asked) {
        if (asked != this.judged.bucket()) {
            this.judged = new Judged(asked, Terms.of(asked));
        }
        return this.judged.terms();
    }

    /** Whether there was no reply yet to a call with these terms, but to others. */
    synchronized boolean isChangedTo(byte[] terms) {
        return this.lineage != 0 && !Arrays.equals(terms, this.learnedTerms);
    }

    /** Whether it is known, has one limit, and nothing but bookings is known of it. */
    synchronized boolean isOrdinary() {
        return this.fullAt.size() == 1
                && this.lineage != 0
                && this.pause.number() == 0
                && this.contourPause.number() == 0;
    }

    synchronized boolean isUnknown() {
        return this.lineage == 0;
    }

    byte[] channel() {
        return this.channel;
    }

    /** How far ahead slots are booked: that much, too, is gone where memory is lost. */
    synchronized void horizon(long micros) {
        this.horizon = Math.max(this.horizon, micros);
    }

    /** Whether the last reply came from another server process than the one that is connected now. */
    synchronized boolean isElsewhere(int connected, long now) {
        forgetWhatExpired(now);
        return this.server != connected && this.lineage != 0;
    }

    /**
     * What goes with each call.
     *
     * @param timeoutMicros how long the caller waits for a reply; 0 where the call is right however late it comes
     */
    synchronized byte[] knowledge(long now, long timeoutMicros, long clockPrecision) {
        forgetWhatExpired(now);
        boolean timed = this.clock.isKnownWithin(clockPrecision, now);
        return Doubles.of(
                timed ? this.clock.latest(now) : 0,
                (timed && timeoutMicros > 0) ? this.clock.latest(now) + timeoutMicros : 0,
                this.lineage,
                this.revision,
                this.pause.number(),
                this.contourPause.number());
    }

    /** What goes with a call that recovers. */
    synchronized byte[] knowledgeForRecovery(long now, long timeoutMicros) {
        return Doubles.of(
                this.clock.earliest(now),
                this.clock.latest(now) + timeoutMicros,
                this.lineage,
                this.revision,
                this.pause.number(),
                this.contourPause.number());
    }

    /**
     * All that is known, for the verb {@code recover}.
     *
     * @param terms of the call; where others are counted by, those go with it
     * @param process the server's, or 0
     * @param elsewhere whether it is another than before
     */
    synchronized byte[] testimony(long now, byte[] terms, int process, boolean elsewhere) {
        Doubles all = new Doubles(13 + 2 * this.fullAt.size());
        all.add(now - this.learnedAt).add(this.horizon).add(process).add(elsewhere);
        for (Pause each : List.of(this.pause, this.contourPause)) {
            boolean none = each.number() == 0;
            all.add(each.number()).add(each.row()).add(none ? 0 : each.from()).add(none ? 0 : each.until());
        }
        all.add(this.fullAt.size());
        this.fullAt.forEach(each -> all.add(each.micros()).add(each.rest()));
        return Arrays.equals(terms, this.learnedTerms) ? all.toBytes() : Doubles.join(all.toBytes(), this.learnedTerms);
    }

    private void forgetWhatExpired(long now) {
        if (this.clock.isKnown()) {
            long bucketNow = this.clock.latest(now);
            if (this.lineage != 0 && bucketNow > idleAt() + REMEMBERED_MICROS) {
                this.lineage = 0;
                this.revision = 0;
                this.pause = Pause.NONE;
            }
            if (this.contourPause.number() != 0 && bucketNow > overAt(this.contourPause) + REMEMBERED_MICROS) {
                this.contourPause = Pause.NONE;
            }
        }
    }

    private long idleAt() {
        long idle = overAt(this.pause);
        for (FullAt each : this.fullAt) {
            idle = Math.max(idle, each.micros());
        }
        return idle;
    }

    private static long overAt(Pause pause) {
        return (pause.row() > 0) ? pause.until() + ROW_MICROS : pause.until();
    }

    /** A reply came to a call with these terms. */
    synchronized void learn(ScriptReply reply, byte[] terms, long sent, long received, int connected) {
        if (reply.status() != ScriptReply.Status.DONE) {
            // Its time is not that of the bucket we know; what we know is what it takes to recover.
            return;
        }
        if (reply.lineage() != this.lineage) {
            this.clock.forget();
        }
        this.clock.observe(reply.now(), sent, received);
        this.contourPause = reply.contourPause();
        if (!reply.fullAt().isEmpty()) {
            this.lineage = reply.lineage();
            this.revision = reply.revision();
            this.pause = reply.pause();
            this.fullAt = reply.fullAt();
            this.learnedTerms = terms;
            this.learnedAt = sent;
            this.server = connected;
        }
    }

    /** At most one warning a minute. */
    synchronized boolean mayWarn(long now) {
        boolean may = now - this.warnedAt >= WARN_EVERY_MICROS;
        this.warnedAt = may ? now : this.warnedAt;
        return may;
    }

    /** From when on nothing is left to know, in our own time; long ago where nothing is known. */
    synchronized long forgettableAt() {
        return this.clock.isKnown() ? this.clock.toOwn(idleAt()) : Long.MIN_VALUE;
    }

    synchronized long toOwn(long bucketInstant) {
        return this.clock.toOwn(bucketInstant);
    }

    synchronized Pause toOwn(Pause each) {
        return (each.number() == 0)
                ? Pause.NONE
                : new Pause(each.number(), each.row(), this.clock.toOwn(each.from()), this.clock.toOwn(each.until()));
    }
}
