package dev.limiter.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The call to the store, at most one at a time: who is in it, and whose time is over while its answer is on the way.
 * Guarded by the gate's lock.
 */
final class StoreCall {

    private List<Waiter> asked = List.of();

    private boolean inFlight;

    private final List<Waiter> overdue = new ArrayList<>(0);

    private long begunAt;

    private long lasted;

    private long lastedBefore;

    boolean isInFlight() {
        return this.inFlight;
    }

    /** For these waiters; a call may also be for nobody. */
    void begin(List<Waiter> first, long now) {
        this.inFlight = true;
        this.asked = first;
        this.begunAt = now;
        first.forEach(waiter -> waiter.asked = true);
    }

    /** Returns those who were in it. */
    List<Waiter> end(long now) {
        List<Waiter> answered = this.asked;
        this.asked = List.of();
        this.inFlight = false;
        this.lastedBefore = this.lasted;
        this.lasted = now - this.begunAt;
        return answered;
    }

    /** When the last one began. */
    long begunAt() {
        return this.begunAt;
    }

    /** How long the last one took. */
    long lasted() {
        return this.lasted;
    }

    /** How long each of the last two took, at least. */
    long alwaysLasts() {
        return Math.min(this.lasted, this.lastedBefore);
    }

    /**
     * Whether the waiter, whose time is over, gets what an answer has for it: it is in this call, or came while it was
     * in flight, wants a permit now or never, and will be in the next one.
     */
    boolean answers(Waiter waiter) {
        boolean comes = isInFlight() && (waiter.asked || waiter.isNowOrNever());
        if (comes) {
            this.overdue.add(waiter);
        }
        return comes;
    }

    /** The reply has been taken in: whoever was in the call, and has had its time, waits no longer. */
    void answered(List<Waiter> answered, Consumer<Waiter> denial) {
        endOverdue(true, denial);
        answered.forEach(waiter -> waiter.asked = false);
    }

    /** The next call is made, or none can be made now: whoever has had its time, and is not in it, waits no longer. */
    void passedOver(Consumer<Waiter> denial) {
        endOverdue(false, denial);
    }

    private void endOverdue(boolean asked, Consumer<Waiter> denial) {
        this.overdue.removeIf(waiter -> {
            if (waiter.asked == asked) {
                denial.accept(waiter);
            }
            return waiter.asked == asked;
        });
    }
}
