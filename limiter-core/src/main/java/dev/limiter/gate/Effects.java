package dev.limiter.gate;

import dev.limiter.PermitTimeoutException;
import dev.limiter.RateLimitException;
import dev.limiter.WaitReason;
import dev.limiter.bucket.Slot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a gate has decided while it held its lock, and does when it holds it no more. */
final class Effects {

    private final Gate gate;

    private final Wiring wiring;

    private final List<Runnable> completions = new ArrayList<>(1);

    private final List<Slot> unused = new ArrayList<>(0);

    /** The caller on whose own thread this runs: nothing hangs on its future yet, so it is completed directly. */
    private final @Nullable Waiter own;

    Effects(Gate gate, Wiring wiring, @Nullable Waiter own) {
        this.gate = gate;
        this.wiring = wiring;
        this.own = own;
    }

    void grant(Waiter waiter, Slot slot, long now, long pausesKnown, WaitReason reason) {
        waiter.alarm.cancel();
        GatePermit permit = new GatePermit(this.gate, slot, Instants.between(waiter.since, now), now, pausesKnown);
        later(waiter, () -> {
            if (waiter.grant(permit)) {
                this.wiring.listener().granted(permit.contour(), permit.waited(), reason);
            } else {
                permit.giveBack();
            }
        });
    }

    void denyLate(Waiter waiter, WaitReason reason, long now, @Nullable Long earliest) {
        Duration retryAfter = (earliest != null) ? Instants.between(now, earliest) : null;
        Duration waited = Instants.between(waiter.since, now);
        String contour = this.gate.contour().name();
        deny(waiter, now, new PermitTimeoutException(contour, reason, waiter.maxWait, waited, retryAfter));
    }

    void deny(Waiter waiter, long now, RateLimitException exception) {
        waiter.alarm.cancel();
        later(waiter, () -> {
            if (waiter.deny(exception)) {
                this.wiring.listener().denied(exception.contour(), Instants.between(waiter.since, now), exception);
            }
        });
    }

    /** These slots will not be used. */
    void giveBack(Collection<Slot> slots) {
        this.unused.addAll(slots);
    }

    void run() {
        if (!this.unused.isEmpty()) {
            Collections.reverse(this.unused);
            this.wiring.store().giveBack(this.gate.bucket(), List.copyOf(this.unused));
        }
        this.completions.forEach(Runnable::run);
    }

    private void later(Waiter waiter, Runnable completion) {
        boolean direct = waiter == this.own || waiter.parked;
        this.completions.add(
                direct ? completion : () -> this.wiring.completions().execute(completion));
    }

    /** Says to a waiter why it gets nothing. */
    @FunctionalInterface
    interface Refuser {
        RateLimitException refuse(Waiter waiter);
    }
}
