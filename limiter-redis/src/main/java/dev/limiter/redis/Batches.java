package dev.limiter.redis;

import dev.limiter.redis.Decisions.Question;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Bookings of several keys of one contour. Those that come while two calls are under way go out together, in the next one:
 * so many keys cost few round trips, and one that comes alone waits for nobody. A call that is full waits for none either:
 * else the round trip would bound how many keys can be asked for in a time-out. Safe for use by many threads.
 */
final class Batches {

    /** One that the server works on, and one on its way. */
    static final int MOST_UNDER_WAY = 2;

    /** So that no call keeps the server for long. */
    static final int LARGEST = 64;

    private final Calls calls;

    private final Patience patience;

    private final Map<String, Line> lines = new ConcurrentHashMap<>();

    /** How bookings go to Redis. */
    interface Calls {

        CompletionStage<ScriptReply> alone(Booking booking);

        /** Of different buckets of one contour, by the same terms. What is not ordinary is not done. */
        CompletionStage<List<ScriptReply>> together(List<Booking> bookings);
    }

    /**
     * What one bucket is asked for.
     *
     * @param since when it was asked
     * @param answer who asked waits for it
     */
    record Booking(RemoteBucket bucket, Question question, long since, CompletableFuture<ScriptReply> answer) {}

    /** @param timeoutMillis how long each answer is waited for, the wait for a call included */
    Batches(Calls calls, long timeoutMillis) {
        this.calls = calls;
        this.patience = new Patience(timeoutMillis);
    }

    CompletableFuture<ScriptReply> book(RemoteBucket bucket, Question question, long now) {
        Booking booking = new Booking(bucket, question, now, new CompletableFuture<>());
        Line line = this.lines.computeIfAbsent(bucket.bucket().contour(), contour -> new Line());
        if (line.leavesAtOnce(booking)) {
            send(line, List.of(booking));
            return booking.answer();
        }
        CompletableFuture<ScriptReply> answer = this.patience.waitFor(booking.answer());
        List<Booking> full = line.full();
        if (!full.isEmpty()) {
            send(line, full);
        }
        return answer;
    }

    private void send(Line line, List<Booking> bookings) {
        if (bookings.size() == 1) {
            Booking only = bookings.get(0);
            this.calls.alone(only).whenComplete((reply, failure) -> {
                ended(line, failure);
                complete(only, reply, failure);
            });
            return;
        }
        this.calls.together(bookings).whenComplete((replies, failure) -> {
            ended(line, failure);
            for (int i = 0; i < bookings.size(); i++) {
                distribute(bookings.get(i), (replies != null) ? replies.get(i) : null, failure);
            }
        });
    }

    private void distribute(Booking booking, @Nullable ScriptReply reply, @Nullable Throwable failure) {
        if (reply != null && reply.status() == ScriptReply.Status.UNDONE) {
            this.calls.alone(booking).whenComplete((answer, problem) -> complete(booking, answer, problem));
        } else {
            complete(booking, reply, failure);
        }
    }

    private static void complete(Booking booking, @Nullable ScriptReply reply, @Nullable Throwable failure) {
        if (reply != null) {
            booking.answer().complete(reply);
        } else if (failure != null) {
            booking.answer().completeExceptionally(failure);
        }
    }

    /** Whatever waits fails with the call that failed: whether the next one succeeds, the next booking finds out. */
    private void ended(Line line, @Nullable Throwable failure) {
        if (failure != null) {
            line.giveUp().forEach(booking -> complete(booking, null, failure));
            return;
        }
        List<Booking> next = line.next();
        if (!next.isEmpty()) {
            send(line, next);
        }
    }

    /** The bookings of one contour, in the order in which they came. */
    private static final class Line {

        private final Queue<Booking> waiting = new ArrayDeque<>();

        private int underWay;

        synchronized boolean leavesAtOnce(Booking booking) {
            if (this.underWay < MOST_UNDER_WAY) {
                this.underWay++;
                return true;
            }
            this.waiting.add(booking);
            return false;
        }

        /** Which ones go now, beside those under way; empty where they do not fill a call. */
        synchronized List<Booking> full() {
            if (this.waiting.size() < LARGEST) {
                return List.of();
            }
            this.underWay++;
            return take();
        }

        /** A call has ended: which ones go in the next. */
        synchronized List<Booking> next() {
            if (this.underWay > MOST_UNDER_WAY) {
                this.underWay--;
                return List.of();
            }
            return take();
        }

        /** What its caller has given up does not go; and what cannot go along is not overtaken by what came later. */
        private List<Booking> take() {
            List<Booking> next = new ArrayList<>(Math.min(LARGEST, this.waiting.size()));
            Set<String> names = new HashSet<>();
            Iterator<Booking> all = this.waiting.iterator();
            while (all.hasNext() && next.size() < LARGEST) {
                Booking booking = all.next();
                if (booking.answer().isDone()) {
                    all.remove();
                } else if (next.isEmpty() || goesWith(next.get(0), booking)) {
                    if (!names.add(booking.bucket().name())) {
                        break;
                    }
                    next.add(booking);
                    all.remove();
                } else {
                    break;
                }
            }
            if (next.isEmpty()) {
                this.underWay--;
            }
            return next;
        }

        private static boolean goesWith(Booking first, Booking booking) {
            return Arrays.equals(first.question().terms(), booking.question().terms());
        }

        synchronized List<Booking> giveUp() {
            this.underWay--;
            List<Booking> all = List.copyOf(this.waiting);
            this.waiting.clear();
            return all;
        }
    }
}
