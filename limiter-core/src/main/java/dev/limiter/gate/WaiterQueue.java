package dev.limiter.gate;

import dev.limiter.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Who waits: by priority, then arrival. Within a priority the waiters stand in one lane for each cost, so that the
 * first one for whom a slot is right is found without a walk past those for whom it is not. Nothing here costs more
 * with the number of waiters. Not safe for use by several threads at once: guarded by the gate's lock.
 */
final class WaiterQueue {

    private static final Priority[] PRIORITIES = Priority.values();

    private final List<List<Lane>> lanes = new ArrayList<>();

    private final long[] permits = new long[PRIORITIES.length];

    private int size;

    private long arrivals;

    WaiterQueue() {
        for (int i = 0; i < PRIORITIES.length; i++) {
            this.lanes.add(new ArrayList<>(1));
        }
    }

    int size() {
        return this.size;
    }

    boolean isEmpty() {
        return this.size == 0;
    }

    void add(Waiter waiter) {
        waiter.arrival = this.arrivals++;
        laneFor(waiter).add(waiter);
        this.permits[waiter.priority.ordinal()] += waiter.cost;
        this.size++;
    }

    private Lane laneFor(Waiter waiter) {
        List<Lane> ofPriority = this.lanes.get(waiter.priority.ordinal());
        for (Lane lane : ofPriority) {
            if (lane.cost == waiter.cost) {
                return lane;
            }
        }
        Lane added = new Lane(waiter.cost);
        ofPriority.add(added);
        return added;
    }

    /** Whether it was there. */
    boolean remove(Waiter waiter) {
        Lane lane = waiter.lane;
        if (lane == null) {
            return false;
        }
        lane.remove(waiter);
        if (lane.first() == null) {
            this.lanes.get(waiter.priority.ordinal()).remove(lane);
        }
        this.permits[waiter.priority.ordinal()] -= waiter.cost;
        this.size--;
        return true;
    }

    /** What those need who are served before a newcomer of this priority. */
    long permitsAhead(Priority priority) {
        long ahead = 0;
        for (int i = 0; i <= priority.ordinal(); i++) {
            ahead += this.permits[i];
        }
        return ahead;
    }

    /** Takes out the first waiter of the slot's cost; where there is none, the first for whom the slot is large enough. */
    @Nullable
    Waiter pollFor(int cost) {
        Waiter right = first(lane -> lane.cost == cost);
        Waiter found = (right != null) ? right : first(lane -> lane.cost < cost);
        if (found != null) {
            remove(found);
        }
        return found;
    }

    private @Nullable Waiter first(Predicate<Lane> fits) {
        for (List<Lane> ofPriority : this.lanes) {
            Waiter first = null;
            for (Lane lane : ofPriority) {
                Waiter head = lane.first();
                if (head != null && fits.test(lane) && (first == null || head.arrival < first.arrival)) {
                    first = head;
                }
            }
            if (first != null) {
                return first;
            }
        }
        return null;
    }

    /** The first so many waiters, in order. */
    List<Waiter> first(int many) {
        List<Waiter> found = new ArrayList<>(Math.min(many, this.size));
        for (List<Lane> ofPriority : this.lanes) {
            List<@Nullable Waiter> heads = new ArrayList<>(ofPriority.size());
            ofPriority.forEach(lane -> heads.add(lane.first()));
            while (found.size() < many) {
                int earliest = earliest(heads);
                Waiter waiter = (earliest < 0) ? null : heads.get(earliest);
                if (waiter == null) {
                    break;
                }
                found.add(waiter);
                heads.set(earliest, waiter.next);
            }
        }
        return found;
    }

    private static int earliest(List<@Nullable Waiter> heads) {
        int earliest = -1;
        long arrival = Long.MAX_VALUE;
        for (int i = 0; i < heads.size(); i++) {
            Waiter head = heads.get(i);
            if (head != null && head.arrival < arrival) {
                earliest = i;
                arrival = head.arrival;
            }
        }
        return earliest;
    }
}
