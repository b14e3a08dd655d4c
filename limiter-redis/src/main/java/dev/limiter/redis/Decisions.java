package dev.limiter.redis;

import dev.limiter.bucket.Bucket;
import dev.limiter.redis.ScriptReply.Status;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes decisions with the script, and recovers where the bucket it finds is not the one that this process knows. */
final class Decisions {

    private static final Logger logger = LoggerFactory.getLogger(Decisions.class);

    private final BucketScript script;

    private final RedisLink link;

    private final StoreSettings settings;

    private final LongSupplier now;

    private final long timeoutMicros;

    private final News news;

    private final Batches batches;

    /** Is told what a reply shows beside its answer. */
    interface News {

        /** Redis has lost a bucket. */
        void bucketLost(Bucket bucket);

        /**
         * A call brought other limits than the last one on the bucket.
         *
         * @param first whether this process knew nothing of the bucket yet
         */
        void limitsDiffer(Bucket bucket, boolean first);
    }

    /**
     * What is asked.
     *
     * @param terms by which it is judged
     * @param timely whether it must not be done once the caller has given up
     * @param uniform whether it books permits of one cost, so that it may go together with others
     * @param asked the verb's own numbers, for the time now
     */
    record Question(String verb, byte[] terms, boolean timely, boolean uniform, LongFunction<byte[]> asked) {}

    Decisions(RedisLink link, StoreSettings settings, LongSupplier now, News news) {
        this.script = new BucketScript(link, settings.timeout().toMillis());
        this.link = link;
        this.settings = settings;
        this.now = now;
        this.news = news;
        this.timeoutMicros = Terms.micros(settings.timeout());
        this.batches = new Batches(new BatchCalls(), settings.timeout().toMillis());
    }

    /** Asks, and where the bucket was lost or the clock has stepped, says what is known and asks again. */
    CompletableFuture<ScriptReply> take(RemoteBucket bucket, Question question) {
        if (bucket.isElsewhere(this.link.server(), this.now.getAsLong())) {
            return recover(bucket, question.terms(), true).thenCompose(recovered -> again(bucket, question));
        }
        return once(bucket, question).thenCompose(reply -> {
            if (reply.status() == Status.DONE) {
                return CompletableFuture.completedFuture(reply);
            }
            if (bucket.mayWarn(this.now.getAsLong())) {
                logger.warn("bucket {}: {}", bucket.bucket(), why(reply));
            }
            if (reply.status() == Status.LOST) {
                this.news.bucketLost(bucket.bucket());
            }
            return recover(bucket, question.terms(), false).thenCompose(recovered -> again(bucket, question));
        });
    }

    /** Tries whether the contour's part of Redis answers, and lets us write. */
    CompletionStage<?> tryOut(String contour) {
        return this.script.tryOut(Ascii.bytes(RedisNames.trial(contour)));
    }

    private static String why(ScriptReply reply) {
        return (reply.status() == Status.LOST)
                ? "Redis has lost its state; it begins anew from what this process knows"
                : "it came later than it was waited for, or the server's clock has stepped; the bucket continues from where it was";
    }

    private CompletableFuture<ScriptReply> again(RemoteBucket bucket, Question question) {
        return once(bucket, question)
                .thenCompose(reply -> (reply.status() == Status.DONE)
                        ? CompletableFuture.completedFuture(reply)
                        : CompletableFuture.failedFuture(new IllegalStateException(
                                "bucket %s: %s again".formatted(bucket.bucket(), reply.status()))));
    }

    /** Asks once; where the bucket was lost, nothing is done. */
    CompletableFuture<ScriptReply> once(RemoteBucket bucket, Question question) {
        long now = this.now.getAsLong();
        return (question.uniform() && bucket.isOrdinary())
                ? this.batches.book(bucket, question, now)
                : alone(bucket, question, now);
    }

    /**
     * @param since when it was asked: a wait for a call counts as time on the way, so that whoever asked in time is not late,
     *     and nothing is done for whoever has given up
     */
    private CompletableFuture<ScriptReply> alone(RemoteBucket bucket, Question question, long since) {
        return call(
                bucket,
                question.verb(),
                question.terms(),
                knowledge(bucket, question, since),
                question.asked().apply(since),
                this.now.getAsLong());
    }

    private byte[] knowledge(RemoteBucket bucket, Question question, long since) {
        return bucket.knowledge(since, question.timely() ? this.timeoutMicros : 0, this.timeoutMicros);
    }

    private final class BatchCalls implements Batches.Calls {

        @Override
        public CompletableFuture<ScriptReply> alone(Batches.Booking booking) {
            return Decisions.this.alone(booking.bucket(), booking.question(), booking.since());
        }

        @Override
        public CompletableFuture<List<ScriptReply>> together(List<Batches.Booking> bookings) {
            long sent = Decisions.this.now.getAsLong();
            int server = Decisions.this.link.server();
            byte[][] keys = new byte[1 + bookings.size()][];
            byte[][] arguments = new byte[2 + bookings.size()][];
            keys[0] = bookings.get(0).bucket().keys()[1];
            arguments[0] = bookings.get(0).question().terms();
            arguments[1] = serverTime();
            for (int i = 0; i < bookings.size(); i++) {
                Batches.Booking each = bookings.get(i);
                keys[1 + i] = each.bucket().keys()[0];
                arguments[2 + i] = Doubles.join(
                        knowledge(each.bucket(), each.question(), each.since()),
                        each.question().asked().apply(each.since()));
            }
            return Decisions.this.script.callMany(keys, arguments, replies -> {
                for (int i = 0; i < replies.size(); i++) {
                    Batches.Booking each = bookings.get(i);
                    hear(each.bucket(), replies.get(i), each.question().terms(), sent, server);
                }
            });
        }
    }

    /** The server's time as a test says it; else nothing. */
    private byte[] serverTime() {
        LongSupplier serverClock = this.settings.serverClock();
        return (serverClock != null) ? Ascii.bytes(Long.toString(serverClock.getAsLong())) : new byte[0];
    }

    private CompletableFuture<ScriptReply> recover(RemoteBucket bucket, byte[] terms, boolean elsewhere) {
        long sent = this.now.getAsLong();
        byte[] knowledge = bucket.knowledgeForRecovery(sent, this.timeoutMicros);
        return call(
                bucket,
                "recover",
                terms,
                knowledge,
                bucket.testimony(sent, terms, this.link.identity().process(), elsewhere),
                sent);
    }

    private CompletableFuture<ScriptReply> call(
            RemoteBucket bucket, String verb, byte[] terms, byte[] knowledge, byte[] asked, long sent) {
        int server = this.link.server();
        byte[][] arguments = (this.settings.serverClock() != null)
                ? new byte[][] {Ascii.bytes(verb), terms, knowledge, asked, bucket.channel(), serverTime()}
                : new byte[][] {Ascii.bytes(verb), terms, knowledge, asked, bucket.channel()};
        return this.script.call(bucket.keys(), arguments, reply -> hear(bucket, reply, terms, sent, server));
    }

    private void hear(RemoteBucket bucket, ScriptReply reply, byte[] terms, long sent, int server) {
        boolean first = bucket.isUnknown();
        boolean own = bucket.isChangedTo(terms);
        bucket.learn(reply, terms, sent, this.now.getAsLong(), server);
        tell(bucket, reply, first, own);
    }

    /** @param own whether it is this process that has brought other limits than before */
    private void tell(RemoteBucket bucket, ScriptReply reply, boolean first, boolean own) {
        if (reply.damaged() && bucket.mayWarn(this.now.getAsLong())) {
            logger.warn("bucket {}: its value in Redis was damaged; it starts empty", bucket.bucket());
        }
        if (reply.limitsDiffer() && !own) {
            this.news.limitsDiffer(bucket.bucket(), first);
        }
    }
}
