package dev.limiter.gate;

import dev.limiter.PermitTimeoutException;
import dev.limiter.RateLimitException;
import dev.limiter.WaitReason;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Slot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a gate has decided while it held its lock, and does when it holds it no more. */
final class Effects {

    private static final Logger logger = LoggerFactory.getLogger(Effects.class);

    private final Gate gate;

    private final Wiring wiring;

    private final List<Runnable> completions = new ArrayList<>(1);

    private final List<Slot> unused = new ArrayList<>(0);

    private @Nullable Ask ask;

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
        if (isDirect(waiter)) {
            this.completions.add(() -> handOver(waiter, permit, reason));
        } else {
            this.completions.add(() -> this.wiring.execute(() -> {
                if (!this.gate.recall(waiter, permit)) {
                    handOver(waiter, permit, reason);
                }
            }));
        }
    }

    private void handOver(Waiter waiter, GatePermit permit, WaitReason reason) {
        if (waiter.grant(permit)) {
            this.wiring.listener().granted(permit.contour(), permit.waited(), reason);
        } else {
            this.wiring.listener().abandoned(permit.contour(), permit.waited());
            permit.giveBack();
        }
    }

    void denyLate(Waiter waiter, WaitReason reason, long now, @Nullable Long earliest) {
        Duration retryAfter = (earliest != null) ? Instants.between(now, earliest) : null;
        Duration waited = Instants.between(waiter.since, now);
        String contour = this.gate.contour().name();
        deny(waiter, now, new PermitTimeoutException(contour, reason, waiter.maxWait, waited, retryAfter));
    }

    void deny(Waiter waiter, long now, RateLimitException exception) {
        waiter.alarm.cancel();
        Duration waited = Instants.between(waiter.since, now);
        Runnable completion = () -> {
            if (waiter.deny(exception)) {
                this.wiring.listener().denied(exception.contour(), waited, exception);
            } else {
                this.wiring.listener().abandoned(exception.contour(), waited);
            }
        };
        this.completions.add(isDirect(waiter) ? completion : () -> this.wiring.execute(completion));
    }

    /** These slots will not be used. What the process has booked by itself is no store's. */
    void giveBack(Collection<Slot> slots) {
        slots.stream().filter(Slot::isOfStore).forEach(this.unused::add);
    }

    /** What the store is asked afterwards. */
    void ask(Ask what) {
        this.ask = what;
    }

    @Nullable
    Ask ask() {
        return this.ask;
    }

    void run() {
        if (!this.unused.isEmpty()) {
            Collections.reverse(this.unused);
            this.wiring.store().giveBack(this.gate.bucket(), List.copyOf(this.unused));
        }
        this.completions.forEach(Effects::runGuarded);
    }

    /** What goes wrong with one caller is not the next one's, nor the store call's that is still to be made. */
    private static void runGuarded(Runnable completion) {
        try {
            completion.run();
        } catch (RuntimeException | Error ex) {
            logger.error("A caller could not be told", ex);
        }
    }

    private boolean isDirect(Waiter waiter) {
        return waiter == this.own || waiter.parked;
    }
}
