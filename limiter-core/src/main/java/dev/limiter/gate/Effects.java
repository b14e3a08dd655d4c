package dev.limiter.gate;

import dev.limiter.PermitTimeoutException;
import dev.limiter.RateLimitException;
import dev.limiter.WaitReason;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
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

    /** Who is told on this thread, and who on the application's executor. Most often nobody is: then no list is made. */
    private List<Runnable> here = List.of();

    private List<Runnable> elsewhere = List.of();

    private List<Unused> unused = List.of();

    private @Nullable Call ask;

    /** The caller on whose own thread this runs: nothing hangs on its future yet, so it is completed directly. */
    private final @Nullable Waiter own;

    /**
     * What the store is asked.
     *
     * @param bucket with the limits by which it is asked
     */
    record Call(Bucket bucket, Ask ask) {}

    /** Slots that will not be used, and the bucket with the limits by which they are given back. */
    private record Unused(Bucket bucket, List<Slot> slots) {}

    Effects(Gate gate, Wiring wiring, @Nullable Waiter own) {
        this.gate = gate;
        this.wiring = wiring;
        this.own = own;
    }

    void grant(Waiter waiter, Slot slot, long now, long pausesKnown, WaitReason reason) {
        Duration waited = Instants.between(waiter.since, now);
        GatePermit permit = new GatePermit(this.gate, slot, waited, reason, now, pausesKnown);
        boolean direct = isDirect(waiter);
        tell(waiter, () -> {
            if (direct || !this.gate.recall(waiter, permit)) {
                handOver(waiter, permit);
            }
        });
    }

    private void tell(Waiter waiter, Runnable what) {
        if (isDirect(waiter)) {
            this.here = with(what, this.here);
        } else {
            this.elsewhere = with(what, this.elsewhere);
        }
    }

    private static <T> List<T> with(T one, List<T> others) {
        List<T> all = others.isEmpty() ? new ArrayList<>() : others;
        all.add(one);
        return all;
    }

    private void handOver(Waiter waiter, GatePermit permit) {
        if (waiter.grant(permit)) {
            // A parked thread says so itself once it is awake, where it is not too late for use by then.
            if (!waiter.parked) {
                permit.cameToUse();
            }
        } else {
            permit.abandoned();
        }
    }

    void denyLate(Waiter waiter, WaitReason reason, long now, @Nullable Long earliest) {
        Duration retryAfter = (earliest != null) ? Instants.between(now, earliest) : null;
        Duration waited = Instants.between(waiter.since, now);
        String contour = this.gate.contour().name();
        deny(waiter, now, new PermitTimeoutException(contour, reason, waiter.maxWait, waited, retryAfter));
    }

    void deny(Waiter waiter, long now, RateLimitException exception) {
        Duration waited = Instants.between(waiter.since, now);
        tell(waiter, () -> {
            if (waiter.deny(exception)) {
                this.gate.waitNews().denied(waited, exception);
            } else {
                this.gate.waitNews().abandoned(waited, reasonOf(exception));
            }
        });
    }

    /** Whom no time was over for was denied for the store, or for what no wait would have mended. */
    private static WaitReason reasonOf(RateLimitException exception) {
        return (exception instanceof PermitTimeoutException late) ? late.waitedFor() : WaitReason.STORE;
    }

    /** These slots will not be used. What the process has booked by itself is no store's. */
    void giveBack(Bucket bucket, Collection<Slot> slots) {
        List<Slot> ofStore = slots.stream().filter(Slot::isOfStore).toList();
        if (ofStore.isEmpty()) {
            return;
        }
        if (this.unused.isEmpty() || this.unused.get(this.unused.size() - 1).bucket() != bucket) {
            this.unused = with(new Unused(bucket, new ArrayList<>(1)), this.unused);
        }
        this.unused.get(this.unused.size() - 1).slots().addAll(ofStore);
    }

    /** What the store is asked afterwards. */
    void ask(Bucket bucket, Ask what) {
        this.ask = new Call(bucket, what);
    }

    @Nullable
    Call ask() {
        return this.ask;
    }

    void run() {
        for (Unused each : this.unused) {
            Collections.reverse(each.slots());
            this.wiring
                    .store()
                    .giveBack(each.bucket(), List.copyOf(each.slots()))
                    .whenComplete((done, failure) -> this.gate.storeTookBack());
        }
        Telling.run(this.here);
        if (!this.elsewhere.isEmpty()) {
            this.wiring.tell(this.elsewhere);
        }
    }

    private boolean isDirect(Waiter waiter) {
        return waiter == this.own || waiter.parked;
    }
}
