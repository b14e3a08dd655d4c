package dev.limiter.redis;

import dev.limiter.bucket.Pause;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hears of pauses, and of changed limits, as they are written, by whichever process. The scripts publish each change on its
 * contour's channel.
 *
 * <p>Whether the channel works is known by a message to ourselves, an echo, a few times a second. Nothing is read for
 * it: the state of buckets is not polled. Safe for use by many threads.
 */
final class PauseChannel implements AutoCloseable {

    private static final Logger logger = LoggerFactory.getLogger(PauseChannel.class);

    private static final Duration ECHO_EVERY = Duration.ofMillis(250);

    private static final long ECHO_LOST_NANOS = 1_000_000_000L;

    private static final long DEAF_NANOS = 3_000_000_000L;

    /** Told of a pause: of a bucket by its name, or of the contour where that is {@code null}. */
    @FunctionalInterface
    interface Hearer {
        void heard(String contour, @Nullable String bucketName, Pause pause);
    }

    /** Told of limits that were changed. */
    interface LimitsHearer {

        /** @param value as it was stored */
        void heard(String contour, byte[] value);

        /** Until now a change may have been published and not heard. From now on it would be. */
        void mayHaveMissed(String contour);
    }

    private static final long ECHO_LATE_NANOS = 600_000_000L;

    /** With this begins what is published of limits. What is published of a pause begins with an instant, and never so. */
    private static final byte[] LIMITS = Ascii.bytes("limits ");

    private final Hearer hearer;

    private final LimitsHearer limitsHearer;

    private final LongSupplier now;

    private final byte[] echo = Ascii.bytes("limiter:echo:" + UUID.randomUUID());

    private final String echoChannel = new String(this.echo, StandardCharsets.US_ASCII);

    /** Contours by the names of their channels. */
    private final Map<String, String> contours = new ConcurrentHashMap<>();

    /** The channels that the present connection is known to listen to, and since when. */
    private final Map<String, Long> subscribed = new ConcurrentHashMap<>();

    private final RedisLink link;

    private final Consumer<StatefulRedisPubSubConnection<byte[], byte[]>> listening = this::listenOn;

    private final RedisPubSubAdapter<byte[], byte[]> receiver = new RedisPubSubAdapter<>() {
        @Override
        public void message(byte[] channel, byte[] message) {
            receive(new String(channel, StandardCharsets.US_ASCII), message);
        }

        @Override
        public void subscribed(byte[] channel, long count) {
            String name = new String(channel, StandardCharsets.US_ASCII);
            PauseChannel.this.subscribed.putIfAbsent(name, PauseChannel.this.now.getAsLong());
            String contour = PauseChannel.this.contours.get(name);
            if (contour != null) {
                PauseChannel.this.limitsHearer.mayHaveMissed(contour);
            }
        }
    };

    /** The channels to which the present connection may not listen. */
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    private @Nullable ScheduledFuture<?> echoing;

    private volatile long echoedAt = System.nanoTime() - ECHO_LOST_NANOS;

    /** When the first of the echoes came that have not failed to come since, in our own time. */
    private volatile long echoingSince = Long.MAX_VALUE;

    PauseChannel(RedisLink link, Hearer hearer, LimitsHearer limitsHearer, LongSupplier now) {
        this.link = link;
        this.hearer = hearer;
        this.limitsHearer = limitsHearer;
        this.now = now;
    }

    void start() {
        this.link.whenListening(this.listening);
        this.echoing = this.link.every(ECHO_EVERY, this::sendEcho);
    }

    /** Listens for this contour from now on. */
    void listenFor(String contour) {
        String channel = RedisNames.pauseChannel(contour);
        if (this.contours.putIfAbsent(channel, contour) == null) {
            StatefulRedisPubSubConnection<byte[], byte[]> connection = this.link.ear();
            if (connection != null) {
                subscribe(connection, channel);
            }
        }
    }

    /**
     * Since when each pause of this contour is heard here within a moment, as far as is known; {@link Long#MAX_VALUE}
     * where it is not.
     */
    long worksSince(String contour) {
        Long since = this.subscribed.get(RedisNames.pauseChannel(contour));
        return (since == null || this.link.ear() == null || !isEchoing())
                ? Long.MAX_VALUE
                : Math.max(since, this.echoingSince);
    }

    private boolean isEchoing() {
        return System.nanoTime() - this.echoedAt < ECHO_LOST_NANOS;
    }

    /** Whether something may be published now that is not heard, or only late: known sooner than that it is not heard. */
    boolean mayMiss(String contour) {
        return isLate() || !this.subscribed.containsKey(RedisNames.pauseChannel(contour)) || this.link.ear() == null;
    }

    private boolean isLate() {
        return System.nanoTime() - this.echoedAt > ECHO_LATE_NANOS;
    }

    /** On a new connection everything is subscribed again. */
    private void listenOn(StatefulRedisPubSubConnection<byte[], byte[]> connection) {
        this.subscribed.clear();
        this.refused.clear();
        this.echoedAt = System.nanoTime() - ECHO_LOST_NANOS;
        connection.addListener(this.receiver);
        subscribe(connection, this.echoChannel);
        this.contours.keySet().forEach(channel -> subscribe(connection, channel));
    }

    private void subscribe(StatefulRedisPubSubConnection<byte[], byte[]> connection, String channel) {
        connection.async().subscribe(Ascii.bytes(channel)).whenComplete((nothing, failure) -> {
            if (failure instanceof RedisCommandExecutionException && this.refused.add(channel)) {
                logger.warn("cannot listen to {}: {}", channel, failure.toString());
            }
        });
    }

    private void sendEcho() {
        try {
            if (this.link.isConnected()) {
                this.link.expect(this.link.commands().publish(this.echo, new byte[0]));
                catchUp(this.link.ear());
            }
            if (this.subscribed.containsKey(this.echoChannel) && System.nanoTime() - this.echoedAt > DEAF_NANOS) {
                this.subscribed.clear();
                this.link.listenAnew();
            }
        } catch (RuntimeException ex) {
            logger.debug("no echo", ex);
        }
    }

    /** A contour may have come between a new connection and its being known. */
    private void catchUp(@Nullable StatefulRedisPubSubConnection<byte[], byte[]> connection) {
        if (connection != null && this.subscribed.size() <= this.contours.size()) {
            this.contours.keySet().stream()
                    .filter(channel -> !this.subscribed.containsKey(channel) && !this.refused.contains(channel))
                    .forEach(channel -> subscribe(connection, channel));
        }
    }

    private void receive(String channel, byte[] message) {
        String contour = this.contours.get(channel);
        if (channel.equals(this.echoChannel)) {
            if (!isEchoing()) {
                this.echoingSince = this.now.getAsLong();
            }
            boolean late = isLate();
            this.echoedAt = System.nanoTime();
            if (late) {
                this.contours.values().forEach(this.limitsHearer::mayHaveMissed);
            }
        } else if (contour != null && Arrays.mismatch(message, LIMITS) == LIMITS.length) {
            this.limitsHearer.heard(contour, Arrays.copyOfRange(message, LIMITS.length, message.length));
        } else if (contour != null) {
            ByteBuffer numbers = ByteBuffer.wrap(message);
            long toOwn = this.now.getAsLong() - ScriptReply.next(numbers);
            Pause pause = ScriptReply.pause(numbers);
            String bucket = StandardCharsets.US_ASCII.decode(numbers).toString();
            // In our own time from when it was heard, which is a little after it was written: never too early.
            this.hearer.heard(
                    contour,
                    bucket.isEmpty() ? null : bucket,
                    new Pause(pause.number(), pause.row(), pause.from() + toOwn, pause.until() + toOwn));
        }
    }

    @Override
    public void close() {
        if (this.echoing != null) {
            this.echoing.cancel(false);
        }
        this.link.stopListening(this.listening);
        StatefulRedisPubSubConnection<byte[], byte[]> connection = this.link.ear();
        if (connection != null) {
            connection.removeListener(this.receiver);
        }
    }
}
