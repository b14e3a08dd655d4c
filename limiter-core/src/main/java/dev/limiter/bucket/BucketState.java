package dev.limiter.bucket;

import dev.limiter.contour.PausePolicy.Resume;
import dev.limiter.contour.StartingBalance;
import java.util.ArrayList;
import java.util.List;

/**
 * One bucket of an {@link InMemoryBucketStore}: its limits' states, its pause, and what can still be given back. Takes
 * time as an argument; guarded by its own monitor, which the store holds around each call.
 */
final class BucketState {

    /** How long a row of pauses is remembered when nobody asks any more. */
    private static final long ROW_MICROS = 3_600_000_000L;

    /** By whose terms it was last counted. */
    private Bucket last;

    private FullAts fullAt;

    private Pause pause;

    /** The contour-wide pause whose effect on this bucket has been taken into account. */
    private long appliedContourPause;

    private long lastSerial;

    /** The slot that may be subtracted: the last one booked. 0 where there is none. */
    private long returnable;

    /** Read without the monitor as well. */
    private volatile boolean forgotten;

    /**
     * A bucket that nobody has used, or that was forgotten.
     *
     * @param numbered the highest number that an earlier state of this bucket may have used, for a slot or a pause
     */
    BucketState(Bucket bucket, long now, Pause contourPause, long numbered) {
        this.last = bucket;
        this.lastSerial = (numbered > 0) ? numbered + 1 : 0;
        this.pause = (numbered > 0) ? new Pause(numbered, 0, Long.MIN_VALUE, Long.MIN_VALUE) : Pause.NONE;
        boolean full = bucket.startingBalance() == StartingBalance.FULL;
        TokenBucket[] terms = bucket.terms();
        this.fullAt = new FullAts(terms.length);
        for (int i = 0; i < terms.length; i++) {
            this.fullAt.set(i, full ? FullAt.at(now) : terms[i].emptyAt(now));
        }
        this.appliedContourPause = contourPause.number();
        applyResumeRule(bucket, contourPause);
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
        return new Reply(answers, this.pause, contourPause, this.fullAt.toList());
    }

    /**
     * As {@link #book}, for one who takes it now or not at all: makes nothing but the charge.
     *
     * @return the slot's number; {@link BucketAtHand#NOTHING} where there is no permit now, or something else must be taken
     *     into account first
     */
    long take(Bucket bucket, int cost, long now, Pause contourPause) {
        boolean ordinary = bucket == this.last && contourPause.number() == this.appliedContourPause;
        if (!ordinary || this.forgotten || now < Math.max(this.pause.until(), contourPause.until())) {
            return BucketAtHand.NOTHING;
        }
        TokenBucket[] terms = bucket.terms();
        // That something was there long ago does not make the bucket hold more than it ever does.
        if (cost > bucket.capacity() || earliest(terms, now, cost) > now) {
            return BucketAtHand.NOTHING;
        }
        charge(terms, now, cost);
        this.returnable = ++this.lastSerial;
        return this.returnable;
    }

    /** What it holds now. */
    long permitsLeft(long now) {
        return this.last.permitsLeft(this.fullAt.toList(), now);
    }

    /** Half of what the bucket has until the horizon: the most that one call may take. */
    private double share(TokenBucket[] terms, long now, long horizon) {
        double room = Double.MAX_VALUE;
        for (int i = 0; i < terms.length; i++) {
            room = Math.min(room, terms[i].room(this.fullAt.get(i), now, horizon));
        }
        return room / 2;
    }

    private long earliest(TokenBucket[] terms, long now, long cost) {
        long earliest = now;
        for (int i = 0; i < terms.length; i++) {
            earliest = Math.max(earliest, terms[i].earliest(this.fullAt.get(i), now, cost));
        }
        return earliest;
    }

    private void charge(TokenBucket[] terms, long at, long cost) {
        for (int i = 0; i < terms.length; i++) {
            this.fullAt.set(i, terms[i].charge(this.fullAt.get(i), at, cost));
        }
    }

    /*
     * Only the last slot booked is subtracted: its cost lies on top, so that fullAt without it is at least what it would
     * be had it never been booked. A slot in the middle has slots behind it whose instants depend on it; subtracting it
     * would let a burst through.
     */
    void giveBack(Bucket bucket, Slot slot, long now, Pause contourPause) {
        if (!bucket.limits().equals(this.last.limits())) {
            // Since the limits have changed nothing can be given back; and who says so by those of before brings them
            // not back.
            return;
        }
        TokenBucket[] terms = terms(bucket, now, contourPause);
        if (slot.serial() != this.returnable) {
            return;
        }
        for (int i = 0; i < terms.length; i++) {
            this.fullAt.set(i, terms[i].refund(this.fullAt.get(i), slot.cost()));
        }
        this.returnable--;
    }

    void pause(Bucket bucket, PauseAsk ask, long now, Pause contourPause) {
        terms(bucket, now, contourPause);
        Pause next = Pauses.next(this.pause, ask, bucket.pausePolicy(), now);
        boolean changed = next.number() != this.pause.number();
        this.pause = next;
        if (changed) {
            voidSlots(bucket, next.from(), contourPause);
        }
    }

    void resume(Bucket bucket, long now, Pause contourPause) {
        terms(bucket, now, contourPause);
        if (this.pause.holdsAt(now)) {
            this.pause = Pauses.ended(this.pause, now);
            voidSlots(bucket, this.pause.from(), contourPause);
        }
    }

    /** Takes a pause of the whole contour into account. */
    void learn(Bucket bucket, long now, Pause contourPause) {
        terms(bucket, now, contourPause);
    }

    void endRow(long number) {
        this.pause = (this.pause.number() == number) ? this.pause.withoutRow() : this.pause;
    }

    Pause pause() {
        return this.pause;
    }

    /**
     * When the bucket is full and its pause over: from then on a new one would answer the same, or, where its contour
     * starts empty, give less. A row of pauses that no success has ended is kept for another hour, so that a caller who
     * comes by now and then, and is refused each time, meets a growing pause.
     */
    long idleAt() {
        long idle = (this.pause.row() > 0) ? this.pause.until() + ROW_MICROS : this.pause.until();
        for (int i = 0; i < this.fullAt.size(); i++) {
            idle = Math.max(idle, this.fullAt.get(i).micros() + 1);
        }
        return idle;
    }

    /** Nothing is done on this state any more; returns the highest number that it used. */
    long forget() {
        this.forgotten = true;
        return Math.max(this.lastSerial, this.pause.number());
    }

    boolean isForgotten() {
        return this.forgotten;
    }

    /** The terms of this call, after what happened to the contour as a whole, and to its limits, is taken into account. */
    private TokenBucket[] terms(Bucket bucket, long now, Pause contourPause) {
        if (bucket != this.last) {
            if (!bucket.limits().equals(this.last.limits())) {
                changeLimits(bucket.terms(), Math.max(now, Math.max(this.pause.until(), contourPause.until())));
            }
            this.last = bucket;
        }
        if (contourPause.number() != this.appliedContourPause) {
            this.appliedContourPause = contourPause.number();
            voidSlots(bucket, contourPause.from(), contourPause);
        }
        return bucket.terms();
    }

    /**
     * Other limits than before, by a registry that shares this store. A limit that is new has spent as much as any
     * other.
     */
    private void changeLimits(TokenBucket[] next, long from) {
        TokenBucket[] terms = this.last.terms();
        FullAts carried = new FullAts(next.length);
        for (int i = 0; i < next.length; i++) {
            if (i < terms.length) {
                carried.set(i, next[i].carry(this.fullAt.get(i), terms[i], from));
            } else {
                FullAt latest = FullAt.at(from);
                for (int j = 0; j < terms.length; j++) {
                    latest = latest.laterOf(next[i].carry(this.fullAt.get(j), terms[j], from));
                }
                carried.set(i, latest);
            }
        }
        this.fullAt = carried;
        this.returnable = 0;
    }

    private void voidSlots(Bucket bucket, long from, Pause contourPause) {
        for (int i = 0; i < this.fullAt.size(); i++) {
            this.fullAt.set(i, bucket.terms()[i].voidAfter(this.fullAt.get(i), from));
        }
        applyResumeRule(bucket, contourPause);
        this.returnable = 0;
    }

    /** Where the contour resumes empty, the limit that refills soonest has no permit left when the last pause ends. */
    private void applyResumeRule(Bucket bucket, Pause contourPause) {
        long until = Math.max(this.pause.until(), contourPause.until());
        if (bucket.pausePolicy().resume() == Resume.EMPTY && until > Long.MIN_VALUE) {
            int soonest = soonest(bucket.terms());
            this.fullAt.set(soonest, this.fullAt.get(soonest).laterOf(bucket.terms()[soonest].emptyAt(until)));
        }
    }

    private static int soonest(TokenBucket[] terms) {
        int soonest = 0;
        for (int i = 1; i < terms.length; i++) {
            soonest = (terms[i].refillMicros() < terms[soonest].refillMicros()) ? i : soonest;
        }
        return soonest;
    }
}
