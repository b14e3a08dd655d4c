package dev.limiter.redis;

import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.LimitsChange;
import dev.limiter.contour.Limit;
import dev.limiter.redis.KnownLimits.Next;
import dev.limiter.redis.KnownLimits.Occasion;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits that were changed at run time, in one key for each contour. It is read when there is a connection, or a change may
 * not have been heard of, and else never: a contour whose limits nobody has changed costs nothing. Whoever uses the contour
 * keeps it alive, and whoever knows it writes it again where it was lost. Safe for use by many threads.
 */
final class RemoteLimits implements PauseChannel.LimitsHearer, Decisions.News, RedisLink.Watcher, AutoCloseable {

    static final String PART = "limits.lua";

    private static final byte[] NOTHING = {};

    private static final Logger logger = LoggerFactory.getLogger(RemoteLimits.class);

    private final RedisLink link;

    private final Script script;

    private final StoreListeners listeners;

    private final LongSupplier now;

    /** Of the contours that this process uses. */
    private final ConcurrentMap<String, KnownLimits> known = new ConcurrentHashMap<>();

    RemoteLimits(RedisLink link, Duration timeout, StoreListeners listeners, LongSupplier now) {
        this.link = link;
        this.script = new Script(List.of(PART), link, new Patience(timeout.toMillis()));
        this.listeners = listeners;
        this.now = now;
        link.watch(this);
    }

    /** Tells what is known, and asks for what is not. */
    void follow(String contour) {
        KnownLimits limits = of(contour);
        if (limits.change().revision() > 0) {
            tell(contour, limits.change());
        }
        ask(contour, false);
    }

    private KnownLimits of(String contour) {
        return this.known.computeIfAbsent(contour, name -> new KnownLimits());
    }

    CompletableFuture<LimitsChange> change(String contour, List<Limit> limits) {
        long revision = of(contour).change().revision();
        return call("change", contour, LimitsValue.write(limits), revision);
    }

    /**
     * The process uses the contour.
     *
     * @param hears whether it would have heard of a change
     */
    void used(String contour, boolean hears) {
        KnownLimits limits = this.known.get(contour);
        Occasion occasion = (limits != null) ? limits.used(hears, this.now.getAsLong()) : Occasion.NONE;
        switch (occasion) {
            case ASK -> ask(contour, false);
            case ASK_AND_KEEP -> ask(contour, true);
            case KEEP -> keep(contour);
            case NONE -> {}
        }
    }

    private void ask(String contour, boolean keep) {
        LimitsChange whenAsked = of(contour).change();
        try {
            this.link
                    .commands()
                    .mget(Ascii.bytes(RedisNames.limits(contour)))
                    .thenAccept(values -> answered(contour, values.get(0).getValueOrElse(NOTHING), whenAsked, keep))
                    .exceptionally(failure -> {
                        logger.debug("limits of contour '{}' are not known", contour, failure);
                        return null;
                    });
        } catch (RuntimeException ex) {
            // once there is a connection
            logger.debug("limits of contour '{}' are not known", contour, ex);
        }
    }

    private void answered(String contour, byte[] value, LimitsChange whenAsked, boolean keep) {
        LimitsChange before = of(contour).change();
        if (before.revision() > whenAsked.revision() && read(contour, value).revision() < before.revision()) {
            // A change was heard of while this was on its way. That the answer lacks it does not mean that it was lost.
            ask(contour, keep);
            return;
        }
        LimitsChange stored = learn(contour, value, false);
        if (keep && stored.revision() > 0 && stored.equals(before)) {
            keep(contour);
        }
    }

    private void keep(String contour) {
        call("keep", contour, LimitsValue.write(of(contour).change()), 0).exceptionally(failure -> {
            logger.debug("limits of contour '{}' are kept later", contour, failure);
            return LimitsChange.NONE;
        });
    }

    private CompletableFuture<LimitsChange> call(String verb, String contour, String value, long revision) {
        byte[][] keys = {Ascii.bytes(RedisNames.limits(contour))};
        byte[][] arguments = {
            Ascii.bytes(verb),
            Ascii.bytes(RedisNames.pauseChannel(contour)),
            Ascii.bytes(value),
            Ascii.bytes(Long.toString(revision))
        };
        Function<byte[], LimitsChange> reading = reply -> learn(contour, reply, true);
        return this.script.call(keys, arguments, reading);
    }

    /** Returns what could be read of it. */
    private LimitsChange learn(String contour, byte[] value, boolean fresh) {
        KnownLimits limits = of(contour);
        LimitsChange stored = read(contour, value);
        Next next = limits.learn(stored, fresh, this.now.getAsLong());
        if (next == Next.TELL) {
            tell(contour, limits.change());
        } else if (next == Next.WRITE && !(fresh && isUnreadable(value, stored))) {
            if (value.length == 0) {
                logger.warn("Contour '{}': Redis has lost its changed limits; they are written again", contour);
            }
            keep(contour);
        }
        return stored;
    }

    /** Where it was the answer to what was to be written, the script takes it for later than that: asking again changes nothing. */
    private static boolean isUnreadable(byte[] value, LimitsChange stored) {
        return value.length > 0 && stored.revision() == 0;
    }

    private LimitsChange read(String contour, byte[] value) {
        if (value.length == 0) {
            return LimitsChange.NONE;
        }
        try {
            return LimitsValue.read(value);
        } catch (IllegalArgumentException ex) {
            if (of(contour).mayWarnOf(Arrays.hashCode(value))) {
                logger.warn(
                        "Contour '{}': its changed limits in Redis cannot be read ({}); they count as none",
                        contour,
                        ex.getMessage());
            }
            return LimitsChange.NONE;
        }
    }

    private void tell(String contour, LimitsChange change) {
        this.listeners.tell(listener -> listener.limitsChanged(contour, change));
    }

    /**
     * {@inheritDoc} Where that is older than what is known, it comes late, or somebody who knows no better has put it
     * there.
     */
    @Override
    public void heard(String contour, byte[] value) {
        if (read(contour, value).revision() < of(contour).change().revision()) {
            ask(contour, false);
        } else {
            learn(contour, value, true);
        }
    }

    @Override
    public void mayHaveMissed(String contour) {
        if (this.known.containsKey(contour)) {
            ask(contour, false);
        }
    }

    /** {@inheritDoc} What was lost of a bucket may not be all that was. */
    @Override
    public void bucketLost(Bucket bucket) {
        mayHaveMissed(bucket.contour());
    }

    /** {@inheritDoc} Where somebody has changed the limits, buckets that were last counted before that are no news. */
    @Override
    public void limitsDiffer(Bucket bucket, boolean first) {
        KnownLimits limits = this.known.get(bucket.contour());
        boolean changed = limits != null && limits.change().revision() > 0;
        if (!(first && changed)) {
            this.listeners.tell(listener -> listener.limitsDiffer(bucket.contour(), bucket.key()));
        }
    }

    @Override
    public void connected() {
        this.known.keySet().forEach(contour -> ask(contour, false));
    }

    @Override
    public void lost() {
        // what is known holds
    }

    @Override
    public void close() {
        this.link.watchNoMore(this);
    }
}
