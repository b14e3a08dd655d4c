package dev.limiter.redis;

import dev.limiter.Refusal;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.LimitsChange;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.PauseAsk;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.bucket.StoreListener;
import dev.limiter.bucket.Ticker;
import dev.limiter.contour.Limit;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * A store that many processes share: state is in Redis, one key for each bucket, and each decision is one atomic script
 * that reads the server's clock. Needs Redis 6.2 or later, or Valkey: one server, Sentinel, or Cluster. Safe for use by
 * many threads; nothing blocks.
 *
 * <p>It comes up without Redis, after a try of at most two seconds, and connects by itself whenever it can. A call that
 * is not answered within the time-out (250 ms) fails then. After a call that failed, and while there is no connection,
 * calls of the same contour fail at once, until a try in the background has succeeded. No call is sent a second time, but
 * for one that the server has certainly not run.
 *
 * <p>Instants are in this process's monotonic time. Those of the server's are converted so that a slot is never too
 * early; how far they may be late is the round trip of the fastest recent call.
 */
public final class RedisBucketStore implements BucketStore {

    private static final byte[] NOTHING = {};

    private final RedisLink link;

    private final boolean owner;

    private final Decisions decisions;

    private final RemoteLimits limits;

    private final PauseChannel channel;

    private final StoreListeners listeners = new StoreListeners();

    private final PauseNews news = new PauseNews(this.listeners);

    private final Reaches reaches;

    private final RedisOperationStore operations;

    private final ConcurrentMap<Bucket, RemoteBucket> buckets = new ConcurrentHashMap<>();

    private final Ticker source;

    private final AtomicLong latest;

    /**
     * A store on the servers that the application uses, over a connection of its own.
     *
     * @param settings whose connection settings are used; it is not connected, nor changed
     * @throws IllegalArgumentException where these are not Lettuce's
     */
    public RedisBucketStore(RedisConnectionFactory settings) {
        this(settings, StoreSettings.DEFAULT);
    }

    /**
     * As {@link #RedisBucketStore(RedisConnectionFactory)}, with a time-out of its own.
     *
     * @param timeout how long each call is waited for, from 1 ms to 10 s
     */
    public RedisBucketStore(RedisConnectionFactory settings, Duration timeout) {
        this(settings, StoreSettings.DEFAULT.withTimeout(timeout));
    }

    RedisBucketStore(RedisConnectionFactory settings, StoreSettings own) {
        this(RedisLink.open(OwnClient.like(settings, RedisLink.RECONNECT_DELAY)), true, own);
    }

    /** Tests have many stores on one link. */
    RedisBucketStore(RedisLink link, boolean owner, StoreSettings own) {
        this.source = own.ticker();
        this.latest = new AtomicLong(this.source.micros());
        this.link = link;
        this.owner = owner;
        this.limits = new RemoteLimits(link, own.timeout(), this.listeners, this::now);
        this.channel = new PauseChannel(link, this.news, this.limits, this::now);
        this.decisions = new Decisions(link, own, this::now, this.limits);
        this.reaches = new Reaches(link, this.decisions::tryOut, this.listeners);
        Owed owed = new Owed();
        this.listeners.add(owed);
        this.operations = new RedisOperationStore(link, own.timeout(), this.reaches::of, owed);
        this.channel.start();
    }

    /** The store of operations on the same connection. It is closed with this one. */
    public RedisOperationStore operations() {
        return this.operations;
    }

    @Override
    public Ticker ticker() {
        return this::now;
    }

    private long now() {
        long reading = this.source.micros();
        long seen = this.latest.get();
        return (reading <= seen) ? seen : this.latest.accumulateAndGet(reading, Math::max);
    }

    /** Whether there is a connection, as far as is known. */
    public boolean isConnected() {
        return this.link.isConnected();
    }

    @Override
    public boolean isReachable(String contour) {
        return this.reaches.isReachable(contour);
    }

    /** {@inheritDoc} A loss is known at a disconnect, where the server refuses it, and after a second. */
    @Override
    public long hearsOfPausesSince(String contour) {
        return this.channel.worksSince(contour);
    }

    boolean hearsOfPauses(String contour) {
        return hearsOfPausesSince(contour) != Long.MAX_VALUE;
    }

    @Override
    public CompletionStage<Reply> book(Bucket bucket, Ask ask) {
        RemoteBucket remote = remote(bucket);
        remote.horizon(ask.horizonMicros());
        this.limits.used(bucket.contour(), !this.channel.mayMiss(bucket.contour()));
        return take(
                remote,
                new Decisions.Question(
                        "book", remote.terms(bucket), true, AskCodec.hasOneCost(ask), now -> AskCodec.pack(ask, now)),
                reply -> reply(remote, ask, reply));
    }

    private Reply reply(RemoteBucket remote, Ask ask, ScriptReply answered) {
        Reply reply = AskCodec.unpack(remote, ask, answered);
        tellIfNews(remote, reply.pause(), reply.contourPause());
        return reply;
    }

    private void tellIfNews(RemoteBucket remote, Pause pause, Pause contourPause) {
        String contour = remote.bucket().contour();
        this.news.seen(contour, remote.name(), pause, now());
        this.news.seen(contour, null, contourPause, now());
    }

    @Override
    public CompletionStage<Void> giveBack(Bucket bucket, List<Slot> slots) {
        Doubles asked = new Doubles(2 * slots.size());
        slots.forEach(slot -> asked.add(slot.serial()).add(slot.cost()));
        return quietly(bucket, "give", asked.toBytes());
    }

    @Override
    public CompletionStage<Pause> pause(Bucket bucket, PauseAsk ask) {
        boolean wide = ask.scope() == Refusal.Scope.CONTOUR;
        RemoteBucket remote = remote(bucket);
        return take(remote, question("pause", remote, bucket, now -> AskCodec.pack(ask, now)), reply -> {
            Pause pause = remote.toOwn(reply.pause());
            Pause contourPause = remote.toOwn(reply.contourPause());
            tellIfNews(remote, pause, contourPause);
            return wide ? contourPause : pause;
        });
    }

    /** What is right however late it comes. */
    private static Decisions.Question question(
            String verb, RemoteBucket remote, Bucket bucket, LongFunction<byte[]> asked) {
        return new Decisions.Question(verb, remote.terms(bucket), false, false, asked);
    }

    @Override
    public CompletionStage<Void> resume(Bucket bucket) {
        RemoteBucket remote = remote(bucket);
        return take(remote, question("resume", remote, bucket, now -> NOTHING), reply -> reply)
                .thenAccept(
                        reply -> tellIfNews(remote, remote.toOwn(reply.pause()), remote.toOwn(reply.contourPause())));
    }

    @Override
    public CompletionStage<Void> endRow(Bucket bucket, Refusal.Scope scope, long number) {
        return quietly(bucket, "success", Doubles.of((scope == Refusal.Scope.CONTOUR) ? 1 : 0, number));
    }

    /** What does not matter any more where the bucket was lost. */
    private CompletionStage<Void> quietly(Bucket bucket, String verb, byte[] asked) {
        RemoteBucket remote = remote(bucket);
        Decisions.Question question = question(verb, remote, bucket, now -> asked);
        return ask(bucket.contour(), () -> this.decisions.once(remote, question), reply -> reply)
                .thenAccept(reply -> {});
    }

    @Override
    public CompletionStage<LimitsChange> changeLimits(String contour, List<Limit> limits) {
        return ask(contour, () -> this.limits.change(contour, limits), change -> change);
    }

    @Override
    public void followLimits(String contour) {
        this.limits.follow(contour);
        this.channel.listenFor(contour);
    }

    private <T> CompletionStage<T> take(
            RemoteBucket remote, Decisions.Question question, Function<ScriptReply, T> reading) {
        return ask(remote.bucket().contour(), () -> this.decisions.take(remote, question), reading);
    }

    /** Fails at once where the contour cannot be reached, and finds out whether it can when a call fails. */
    private <R, T> CompletionStage<T> ask(String contour, Supplier<CompletableFuture<R>> call, Function<R, T> reading) {
        Reach reach = this.reaches.of(contour);
        Throwable away = reach.reason();
        if (away != null) {
            return CompletableFuture.failedFuture(away);
        }
        return call.get().handle((reply, failure) -> {
            if (failure != null) {
                reach.failed(failure);
                throw new CompletionException(failure);
            }
            return reading.apply(reply);
        });
    }

    private RemoteBucket remote(Bucket bucket) {
        RemoteBucket known = this.buckets.get(bucket.origin());
        return (known != null)
                ? known
                : this.buckets.computeIfAbsent(bucket.origin(), absent -> {
                    RemoteBucket remote = new RemoteBucket(absent, this.link.server());
                    this.news.follow(remote);
                    this.channel.listenFor(absent.contour());
                    return remote;
                });
    }

    @Override
    public void addListener(StoreListener listener) {
        this.listeners.add(listener);
    }

    @Override
    public void removeListener(StoreListener listener) {
        this.listeners.remove(listener);
    }

    /** In Redis the state goes by itself; here, what this process knows of it. */
    @Override
    public OptionalLong forget(Bucket bucket) {
        RemoteBucket remote = this.buckets.get(bucket.origin());
        if (remote == null) {
            return OptionalLong.empty();
        }
        long at = remote.forgettableAt();
        if (at > now()) {
            return OptionalLong.of(at);
        }
        this.buckets.remove(bucket.origin());
        this.news.forget(remote);
        return OptionalLong.empty();
    }

    @Override
    public void close() {
        this.channel.close();
        this.limits.close();
        this.reaches.close();
        if (this.owner) {
            this.link.close();
        }
        this.listeners.clear();
        this.buckets.clear();
    }
}
