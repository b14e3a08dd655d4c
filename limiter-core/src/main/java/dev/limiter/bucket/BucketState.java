package dev.limiter.bucket;

import dev.limiter.contour.PausePolicy.Resume;
import dev.limiter.contour.StartingBalance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One bucket of an {@link InMemoryBucketStore}: its limits' states, its pause, and what can still be given back. Takes
 * time as an argument; guarded by its own monitor, which the store holds around each call.
 */
final class BucketState {

    private FullAt[] fullAt;

    private Pause pause = Pause.NONE;

    /** The contour-wide pause whose effect on this bucket has been taken into account. */
    private long appliedContourPause;

    private long lastSerial;

    /** The slot that may be subtracted: the last one booked. 0 where there is none. */
    private long returnable;

    private boolean forgotten;

    BucketState(Bucket bucket, long now, long contourPauseNumber) {
        this.appliedContourPause = contourPauseNumber;
        boolean full = bucket.startingBalance() == StartingBalance.FULL;
        this.fullAt = Arrays.stream(bucket.terms())
                .map(terms -> full ? FullAt.at(now) : terms.emptyAt(now))
                .toArray(FullAt[]::new);
    }

    Reply book(Bucket bucket, Ask ask, long now, Pause contourPause) {
        TokenBucket[] terms = terms(bucket, now, contourPause);
        long resumesAt = Math.max(now, Math.max(this.pause.until(), contourPause.until()));
        long horizon = now + ask.horizonMicros();
        double share = (resumesAt > horizon) ? 0 : share(terms, now, horizon);
        List<Answer> answers = new ArrayList<>(ask.costs().length);
        boolean booked = false;
        for (int i = 0; i < ask.costs().length; i++) {
            int cost = ask.costs()[i];
            long at = earliest(terms, resumesAt, cost);
            if (at > ask.deadlines()[i]) {
                answers.add(new Answer.Late(at));
                continue;
            }
            boolean must = ask.atLeastOne() && !booked;
            if (!must && (at > horizon || cost > share)) {
                break;
            }
            charge(terms, at, cost);
            answers.add(new Slot(at, cost, ++this.lastSerial));
            this.returnable = this.lastSerial;
            share -= cost;
            booked = true;
        }
        return new Reply(answers, this.pause, contourPause, List.of(this.fullAt));
    }

    /** Half of what the bucket has until the horizon: the most that one call may take. */
    private double share(TokenBucket[] terms, long now, long horizon) {
        double room = Double.MAX_VALUE;
        for (int i = 0; i < terms.length; i++) {
            room = Math.min(room, terms[i].room(this.fullAt[i], now, horizon));
        }
        return room / 2;
    }

    private long earliest(TokenBucket[] terms, long now, long cost) {
        long earliest = now;
        for (int i = 0; i < terms.length; i++) {
            earliest = Math.max(earliest, terms[i].earliest(this.fullAt[i], now, cost));
        }
        return earliest;
    }

    private void charge(TokenBucket[] terms, long at, long cost) {
        for (int i = 0; i < terms.length; i++) {
            this.fullAt[i] = terms[i].charge(this.fullAt[i], at, cost);
        }
    }

    /*
     * Only the last slot booked is subtracted: its cost lies on top, so that fullAt without it is at least what it would
     * be had it never been booked. A slot in the middle has slots behind it whose instants depend on it; subtracting it
     * would let a burst through.
     */
    void giveBack(Bucket bucket, Slot slot, long now, Pause contourPause) {
        TokenBucket[] terms = terms(bucket, now, contourPause);
        if (slot.serial() != this.returnable) {
            return;
        }
        for (int i = 0; i < terms.length; i++) {
            this.fullAt[i] = terms[i].refund(this.fullAt[i], slot.cost());
        }
        this.returnable--;
    }

    void pause(Bucket bucket, PauseAsk ask, long now, Pause contourPause) {
        TokenBucket[] terms = terms(bucket, now, contourPause);
        Pause next = Pauses.next(this.pause, ask, bucket.pausePolicy(), now);
        if (next.until() != this.pause.until()) {
            voidSlots(bucket, terms, now, next.until());
        }
        this.pause = next;
    }

    void resume(Bucket bucket, long now, Pause contourPause) {
        TokenBucket[] terms = terms(bucket, now, contourPause);
        if (this.pause.holdsAt(now)) {
            this.pause = Pauses.ended(this.pause, now);
            voidSlots(bucket, terms, now, now);
        }
    }

    void endRow(long number) {
        this.pause = (this.pause.number() == number) ? this.pause.withoutRow() : this.pause;
    }

    Pause pause() {
        return this.pause;
    }

    /** When the bucket is full and its pause over: from then on a new one would answer the same. */
    long idleAt() {
        long idle = this.pause.until();
        for (FullAt each : this.fullAt) {
            idle = Math.max(idle, each.micros() + 1);
        }
        return idle;
    }

    void forget() {
        this.forgotten = true;
    }

    boolean isForgotten() {
        return this.forgotten;
    }

    /** The terms of this call, after what happened to the contour as a whole, and to its limits, is taken into account. */
    private TokenBucket[] terms(Bucket bucket, long now, Pause contourPause) {
        TokenBucket[] terms = bucket.terms();
        if (terms.length != this.fullAt.length) {
            // Other limits than before, by a registry that shares this store: nothing is known, so start from empty.
            this.fullAt = Arrays.stream(terms).map(each -> each.emptyAt(now)).toArray(FullAt[]::new);
            this.returnable = 0;
        }
        if (contourPause.number() != this.appliedContourPause) {
            this.appliedContourPause = contourPause.number();
            voidSlots(bucket, terms, contourPause.from(), contourPause.until());
        }
        return terms;
    }

    private void voidSlots(Bucket bucket, TokenBucket[] terms, long from, long until) {
        int soonest = 0;
        for (int i = 0; i < terms.length; i++) {
            this.fullAt[i] = terms[i].voidAfter(this.fullAt[i], from);
            soonest = (terms[i].refillMicros() < terms[soonest].refillMicros()) ? i : soonest;
        }
        if (bucket.pausePolicy().resume() == Resume.EMPTY) {
            this.fullAt[soonest] = terms[soonest].emptyAt(until);
        }
        this.returnable = 0;
    }
}
