package dev.limiter.gate;

import dev.limiter.Priority;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Who waits: by priority, then arrival. The waiters of each cost stand in a line of their own as well, so that the first
 * one for whom a slot is right is found without a walk past those for whom it is not. Coming and leaving cost O(log n).
 * Not safe for use by several threads at once: guarded by the gate's lock.
 */
final class WaiterQueue {

    private final NavigableSet<Waiter> all = new TreeSet<>(WaiterQueue::inOrder);

    private final NavigableMap<Integer, NavigableSet<Waiter>> byCost = new TreeMap<>();

    private final long[] permits = new long[Priority.values().length];

    private long arrivals;

    private static int inOrder(Waiter one, Waiter other) {
        int byPriority = one.priority.compareTo(other.priority);
        return (byPriority != 0) ? byPriority : Long.compare(one.arrival, other.arrival);
    }

    int size() {
        return this.all.size();
    }

    boolean isEmpty() {
        return this.all.isEmpty();
    }

    boolean contains(Waiter waiter) {
        return this.all.contains(waiter);
    }

    /** At the end of those of its priority; one that was here before takes the place that it had. */
    void add(Waiter waiter) {
        if (waiter.arrival == Waiter.NOT_YET) {
            waiter.arrival = this.arrivals++;
        }
        this.all.add(waiter);
        this.byCost
                .computeIfAbsent(waiter.cost, cost -> new TreeSet<>(WaiterQueue::inOrder))
                .add(waiter);
        this.permits[waiter.priority.ordinal()] += waiter.cost;
    }

    /** Whether it was there. */
    boolean remove(Waiter waiter) {
        if (!this.all.remove(waiter)) {
            return false;
        }
        this.byCost.computeIfPresent(waiter.cost, (cost, line) -> {
            line.remove(waiter);
            return line.isEmpty() ? null : line;
        });
        this.permits[waiter.priority.ordinal()] -= waiter.cost;
        return true;
    }

    /** The one who is served after all others. */
    Waiter last() {
        return this.all.last();
    }

    /** What those need who are served before a newcomer of this priority. */
    long permitsAhead(Priority priority) {
        long ahead = 0;
        for (int i = 0; i <= priority.ordinal(); i++) {
            ahead += this.permits[i];
        }
        return ahead;
    }

    /** The least that anybody here needs; more than any slot has where nobody is here. */
    int smallestCost() {
        return this.byCost.isEmpty() ? Integer.MAX_VALUE : this.byCost.firstKey();
    }

    /** The most that anybody here needs; 0 where nobody is here. */
    int largestCost() {
        return this.byCost.isEmpty() ? 0 : this.byCost.lastKey();
    }

    /** Takes out the first waiter of the slot's cost; where there is none, the first for whom the slot is large enough. */
    @Nullable
    Waiter pollFor(int cost) {
        NavigableSet<Waiter> right = this.byCost.get(cost);
        Waiter found = (right != null) ? right.first() : firstBelow(cost);
        if (found != null) {
            remove(found);
        }
        return found;
    }

    private @Nullable Waiter firstBelow(int cost) {
        Waiter first = null;
        for (NavigableSet<Waiter> line : this.byCost.headMap(cost, false).values()) {
            Waiter head = line.first();
            first = (first == null || inOrder(head, first) < 0) ? head : first;
        }
        return first;
    }

    /** The first so many waiters, in order. */
    List<Waiter> first(int many) {
        List<Waiter> found = new ArrayList<>(Math.min(many, size()));
        Iterator<Waiter> inOrder = this.all.iterator();
        while (found.size() < many && inOrder.hasNext()) {
            found.add(inOrder.next());
        }
        return found;
    }

    /** All waiters, in order. */
    List<Waiter> all() {
        return List.copyOf(this.all);
    }
}
