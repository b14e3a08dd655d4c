package dev.limiter.gate;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The waiters of one priority and one cost, in the order of arrival. Nearly all of them come at the end and are taken at the
 * front, which costs next to nothing; one that leaves from between is forgotten by and by, and one that comes back to the
 * place that it had costs O(log n). Guarded by the gate's lock.
 */
final class Line {

    /** So many who have left are no burden. */
    private static final int FEW = 64;

    private final Deque<Waiter> came = new ArrayDeque<>();

    private final NavigableSet<Waiter> back = new TreeSet<>(Comparator.comparingLong(waiter -> waiter.arrival));

    /** How many are here. */
    private int size;

    boolean isEmpty() {
        return this.size == 0;
    }

    /** One who has just come, or come back. */
    void add(Waiter waiter) {
        if (waiter.cameBack) {
            this.back.add(waiter);
        } else {
            this.came.addLast(waiter);
        }
        this.size++;
    }

    /** One who was here, and does not wait any more. */
    void remove(Waiter waiter) {
        this.size--;
        if (waiter.cameBack) {
            this.back.remove(waiter);
        }
        if (this.size == 0) {
            this.came.clear();
        } else if (this.came.size() > 2 * this.size + FEW) {
            this.came.removeIf(one -> !isHere(one, false));
        }
    }

    private static boolean isHere(Waiter waiter, boolean cameBack) {
        return waiter.waiting && waiter.cameBack == cameBack;
    }

    /** Somebody is here. */
    Waiter first() {
        while (!this.came.isEmpty() && !isHere(this.came.getFirst(), false)) {
            this.came.removeFirst();
        }
        if (this.came.isEmpty() || this.back.isEmpty()) {
            return this.back.isEmpty() ? this.came.getFirst() : this.back.first();
        }
        Waiter first = this.came.getFirst();
        return (this.back.first().arrival < first.arrival) ? this.back.first() : first;
    }

    /** Somebody is here. */
    Waiter last() {
        while (!this.came.isEmpty() && !isHere(this.came.getLast(), false)) {
            this.came.removeLast();
        }
        if (this.came.isEmpty() || this.back.isEmpty()) {
            return this.back.isEmpty() ? this.came.getLast() : this.back.last();
        }
        Waiter last = this.came.getLast();
        return (this.back.last().arrival > last.arrival) ? this.back.last() : last;
    }

    /**
     * The walks past all who are here, each at its first one: past those who are here for the first time, and the
     * others.
     */
    void addWalks(List<Walk> walks) {
        addWalk(new Walk(this.came.iterator(), false), walks);
        if (!this.back.isEmpty()) {
            addWalk(new Walk(this.back.iterator(), true), walks);
        }
    }

    private static void addWalk(Walk walk, List<Walk> walks) {
        if (walk.goOn()) {
            walks.add(walk);
        }
    }

    /** A walk along a line, while nobody comes or leaves. */
    static final class Walk {

        private final Iterator<Waiter> ahead;

        private final boolean back;

        private @Nullable Waiter at;

        private Walk(Iterator<Waiter> ahead, boolean back) {
            this.ahead = ahead;
            this.back = back;
        }

        /** Goes to the next waiter, if there is one. */
        boolean goOn() {
            this.at = null;
            while (this.at == null && this.ahead.hasNext()) {
                Waiter next = this.ahead.next();
                this.at = isHere(next, this.back) ? next : null;
            }
            return this.at != null;
        }

        Waiter at() {
            if (this.at == null) {
                throw new NoSuchElementException();
            }
            return this.at;
        }
    }
}
