package dev.limiter.gate;

import dev.limiter.bucket.Slot;
import dev.limiter.contour.Contour;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The slots that a gate holds, in the order of their instants. Not safe for use by several threads at once: guarded by
 * the gate's lock.
 */
final class HeldSlots {

    private final long usableFor;

    private final Deque<Slot> slots = new ArrayDeque<>();

    private long permits;

    /** When the last reply came, where the store is so slow that its slots are never younger. */
    private long slowlyReceivedAt = Long.MIN_VALUE;

    HeldSlots(Contour contour) {
        this.usableFor = Instants.micros(contour.slotLife());
    }

    /** Whether it is in time for use, whatever the store. Not guarded. */
    boolean isSurelyInTime(long slotAt, long now) {
        return now <= slotAt + this.usableFor;
    }

    /** Whether it is too late to use it. */
    boolean isStale(Slot slot, long now) {
        return now > Math.max(slot.at(), this.slowlyReceivedAt) + this.usableFor;
    }

    /**
     * A reply has come. One that is late is most often a process that was stopped: what it brings is out of date. When
     * each one is as late it is the store, and there will be none that is not.
     *
     * @param alwaysLate how late replies are, at least
     */
    void received(long alwaysLate, long now) {
        this.slowlyReceivedAt = (alwaysLate > this.usableFor) ? now : Long.MIN_VALUE;
    }

    boolean isEmpty() {
        return this.slots.isEmpty();
    }

    /** What they hold together. */
    long permits() {
        return this.permits;
    }

    void add(Slot slot) {
        this.slots.addLast(slot);
        this.permits += slot.cost();
    }

    /** A slot that was handed out before: its instant has come, so it is the first. */
    void takeBack(Slot slot) {
        this.slots.addFirst(slot);
        this.permits += slot.cost();
    }

    /** The instant of the next one. */
    long nextAt() {
        return this.slots.isEmpty() ? Instants.FOR_EVER : this.slots.getFirst().at();
    }

    /** Whether there is a next one, which a store has booked. */
    boolean isNextOfStore() {
        Slot next = this.slots.peekFirst();
        return next != null && next.isOfStore();
    }

    Slot poll() {
        Slot slot = this.slots.removeFirst();
        this.permits -= slot.cost();
        return slot;
    }

    /** Takes out those that have less than this. */
    List<Slot> removeBelow(int cost) {
        List<Slot> removed = new ArrayList<>(0);
        this.slots.removeIf(slot -> slot.cost() < cost && removed.add(slot));
        removed.forEach(slot -> this.permits -= slot.cost());
        return removed;
    }

    /** Takes out those that a store has booked and whose instant is later than this. */
    List<Slot> removeOfStoreAfter(long instant) {
        List<Slot> removed = new ArrayList<>(0);
        this.slots.removeIf(slot -> slot.isOfStore() && slot.at() > instant && removed.add(slot));
        removed.forEach(slot -> this.permits -= slot.cost());
        return removed;
    }

    void clear() {
        this.slots.clear();
        this.permits = 0;
    }
}
