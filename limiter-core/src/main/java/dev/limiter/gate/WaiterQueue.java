package dev.limiter.gate;

import dev.limiter.Priority;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who waits: by priority, then arrival. The waiters of each priority and cost stand in a {@link Line} of their own, so that
 * the first one for whom a slot is right is found without a walk past those for whom it is not. Coming and leaving cost
 * O(log n) at most. Not safe for use by several threads at once: guarded by the gate's lock.
 */
final class WaiterQueue {

    private static final int PRIORITIES = Priority.values().length;

    /** The lines in which somebody waits, by cost, for each priority. */
    private final List<NavigableMap<Integer, Line>> lines = Stream.generate(
                    () -> (NavigableMap<Integer, Line>) new TreeMap<Integer, Line>())
            .limit(PRIORITIES)
            .toList();

    /** The one that was the last to become empty: most often it is wanted again at once. */
    private Line empty = new Line();

    private final long[] permits = new long[PRIORITIES];

    private int size;

    private long arrivals;

    int size() {
        return this.size;
    }

    boolean isEmpty() {
        return this.size == 0;
    }

    boolean contains(Waiter waiter) {
        return waiter.waiting;
    }

    /** At the end of those of its priority; one that was here before takes the place that it had. */
    void add(Waiter waiter) {
        if (waiter.arrival == Waiter.NOT_YET) {
            waiter.arrival = this.arrivals++;
        } else {
            waiter.cameBack = true;
        }
        waiter.waiting = true;
        lineOf(waiter).add(waiter);
        this.permits[waiter.priority.ordinal()] += waiter.cost;
        this.size++;
    }

    private Line lineOf(Waiter waiter) {
        NavigableMap<Integer, Line> ofPriority = this.lines.get(waiter.priority.ordinal());
        Line line = ofPriority.get(waiter.cost);
        if (line == null) {
            line = this.empty.isEmpty() ? this.empty : new Line();
            ofPriority.put(waiter.cost, line);
        }
        return line;
    }

    /** Whether it was there. */
    boolean remove(Waiter waiter) {
        if (!waiter.waiting) {
            return false;
        }
        waiter.waiting = false;
        Line line = lineOf(waiter);
        line.remove(waiter);
        if (line.isEmpty()) {
            this.lines.get(waiter.priority.ordinal()).remove(waiter.cost);
            this.empty = line;
        }
        this.permits[waiter.priority.ordinal()] -= waiter.cost;
        this.size--;
        return true;
    }

    /** The one who is served after all others. */
    Waiter last() {
        for (int i = PRIORITIES - 1; i >= 0; i--) {
            Waiter last = null;
            for (Line line : this.lines.get(i).values()) {
                Waiter end = line.last();
                last = (last == null || end.arrival > last.arrival) ? end : last;
            }
            if (last != null) {
                return last;
            }
        }
        throw new IllegalStateException("nobody waits");
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
        int smallest = Integer.MAX_VALUE;
        for (NavigableMap<Integer, Line> ofPriority : this.lines) {
            smallest = ofPriority.isEmpty() ? smallest : Math.min(smallest, ofPriority.firstKey());
        }
        return smallest;
    }

    /** The most that anybody here needs; 0 where nobody is here. */
    int largestCost() {
        int largest = 0;
        for (NavigableMap<Integer, Line> ofPriority : this.lines) {
            largest = ofPriority.isEmpty() ? largest : Math.max(largest, ofPriority.lastKey());
        }
        return largest;
    }

    /** Takes out the first waiter of the slot's cost; where there is none, the first for whom the slot is large enough. */
    @Nullable
    Waiter pollFor(int cost) {
        Waiter right = firstOf(cost);
        Waiter found = (right != null) ? right : firstBelow(cost);
        if (found != null) {
            remove(found);
        }
        return found;
    }

    private @Nullable Waiter firstOf(int cost) {
        for (NavigableMap<Integer, Line> ofPriority : this.lines) {
            Line line = ofPriority.get(cost);
            if (line != null) {
                return line.first();
            }
        }
        return null;
    }

    private @Nullable Waiter firstBelow(int cost) {
        for (NavigableMap<Integer, Line> ofPriority : this.lines) {
            Waiter first = null;
            for (Line line : ofPriority.headMap(cost, false).values()) {
                Waiter head = line.first();
                first = (first == null || head.arrival < first.arrival) ? head : first;
            }
            if (first != null) {
                return first;
            }
        }
        return null;
    }

    /** The first so many waiters, in order. */
    List<Waiter> first(int many) {
        List<Waiter> found = new ArrayList<>(Math.min(many, size()));
        for (NavigableMap<Integer, Line> ofPriority : this.lines) {
            if (found.size() < many && !ofPriority.isEmpty()) {
                addInOrder(ofPriority.values(), many, found);
            }
        }
        return found;
    }

    private static void addInOrder(Collection<Line> lines, int many, List<Waiter> found) {
        List<Line.Walk> walks = new ArrayList<>(1);
        lines.forEach(line -> line.addWalks(walks));
        if (walks.size() == 1) {
            addAlong(walks.get(0), many, found);
            return;
        }
        Queue<Line.Walk> nextFirst = new PriorityQueue<>(Comparator.comparingLong(walk -> walk.at().arrival));
        nextFirst.addAll(walks);
        while (found.size() < many && !nextFirst.isEmpty()) {
            Line.Walk next = nextFirst.remove();
            found.add(next.at());
            if (next.goOn()) {
                nextFirst.add(next);
            }
        }
    }

    private static void addAlong(Line.Walk walk, int many, List<Waiter> found) {
        do {
            found.add(walk.at());
        } while (found.size() < many && walk.goOn());
    }

    /** All waiters, in order. */
    List<Waiter> all() {
        return first(size());
    }
}
