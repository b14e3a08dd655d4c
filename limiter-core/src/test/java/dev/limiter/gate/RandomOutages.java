package dev.limiter.gate;

import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.Refusal;
import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Envelope;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.PausePolicy.Resume;
import dev.limiter.contour.Rate;
import dev.limiter.contour.StoreFailurePolicy;
import dev.limiter.contour.StoreFailurePolicy.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** A random history of callers, pauses and outages in virtual time. */
final class RandomOutages {

    private static final IllegalStateException LOST = new IllegalStateException("no answer");

    /** How long a reply takes at most. */
    private static final long ROUND_TRIP = 20_000;

    /** How long a reply is trusted where pauses are not heard of. */
    private static final long TRUSTED = 50_000;

    private static final Limit LIMIT = new Limit(Rate.parse("50/s"), 10, Duration.ZERO);

    private static final Limit REDUCED = new Limit(Rate.parse("10/s"), 3, Duration.ZERO);

    private final Random random;

    private final TestGate gate;

    private final List<Caller> callers = new ArrayList<>();

    private final List<GatePermit> permits = new ArrayList<>();

    private final List<Stop> pauses = new ArrayList<>();

    private boolean away;

    private boolean slow;

    private record Stop(long from, long until, boolean ours) {}

    RandomOutages(Kind kind, long seed) {
        this.random = new Random(seed);
        StoreFailurePolicy policy =
                (kind == Kind.REDUCED) ? StoreFailurePolicy.reduced(REDUCED) : new StoreFailurePolicy(kind, null);
        Resume resume = this.random.nextBoolean() ? Resume.EMPTY : Resume.REFILL;
        this.gate = TestGate.of(Contour.named("datacite")
                .limit(LIMIT.rate(), LIMIT.capacity())
                .arrivalJitter(Duration.ZERO)
                .onStoreFailure(policy)
                .pause(new PausePolicy(Duration.ofMillis(100), Duration.ofHours(24), Duration.ZERO, resume)));
    }

    void play() {
        try (this.gate) {
            for (int step = 0; step < 400; step++) {
                act();
                pass(this.random.nextInt(8) == 0 ? this.random.nextInt(300) : this.random.nextInt(15));
            }
            calm();
            pass(60_000);
        }
    }

    private void act() {
        switch (this.random.nextInt(14)) {
            case 0 -> flip();
            case 1 -> hear();
            case 2 -> this.slow = !this.slow;
            case 3 -> pauseElsewhere();
            case 4 -> leave();
            default -> call();
        }
    }

    private void flip() {
        this.away = !this.away;
        if (this.away) {
            this.gate.store.away(LOST);
        } else {
            this.gate.store.back();
        }
    }

    /** Once it hears again, nobody tells what it has missed. */
    private void hear() {
        this.gate.store.deaf(!this.gate.store.isDeaf());
    }

    private void pauseElsewhere() {
        if (this.random.nextInt(4) == 0) {
            long millis = 50L + this.random.nextInt(600);
            pause(millis, false);
            Pauses.elsewhere(this.gate, Duration.ofMillis(millis));
        }
    }

    private void pause(long millis, boolean ours) {
        long now = this.gate.time.micros();
        this.pauses.add(new Stop(now, now + millis * 1000, ours));
    }

    private void leave() {
        if (!this.callers.isEmpty()) {
            this.callers.get(this.random.nextInt(this.callers.size())).future().cancel(false);
        }
    }

    private void call() {
        int maxWait = this.random.nextInt(4) * this.random.nextInt(500);
        PermitRequest request = PermitRequest.of(1 + this.random.nextInt(3))
                .withPriority(Priority.values()[this.random.nextInt(3)])
                .withMaxWait(Duration.ofMillis(maxWait));
        Caller caller = this.gate.call(this.random.nextInt(3) == 0 ? request.withMaxWait(TestGate.FOR_EVER) : request);
        this.callers.add(caller);
        int fate = this.random.nextInt(40);
        caller.whenServed(permit -> used((GatePermit) permit, fate));
    }

    private void used(GatePermit permit, int fate) {
        if (fate < 3) {
            permit.giveBack();
            return;
        }
        this.permits.add(permit);
        if (fate == 3) {
            long millis = 50L + this.random.nextInt(400);
            // What is served at this very instant was served before it.
            pause(millis, true);
            permit.refused(new Refusal(Scope.KEY, Duration.ofMillis(millis), "429"));
        } else {
            permit.succeeded();
        }
        permit.close();
    }

    /** Time passes; replies that are held come, or are lost, on their way. */
    private void pass(long millis) {
        if (this.slow) {
            this.gate.store.holdReplies();
        }
        for (long left = millis; left > 0; left -= Math.min(left, 10)) {
            this.gate.after(Math.min(left, 10));
            if (this.gate.store.held() > 0) {
                answer();
            }
        }
        if (!this.slow) {
            this.gate.store.releaseAll();
        }
    }

    private void answer() {
        if (this.away || this.random.nextInt(10) == 0) {
            this.gate.store.fail(LOST);
        } else {
            this.gate.store.release();
        }
    }

    private void calm() {
        this.slow = false;
        this.gate.store.releaseAll();
        if (this.away) {
            flip();
        }
    }

    List<Caller> callers() {
        return this.callers;
    }

    /** Those that were used, in the order of their slots. */
    List<GatePermit> permits() {
        return this.permits.stream()
                .sorted(Comparator.comparingLong((GatePermit permit) -> permit.slotAt()))
                .toList();
    }

    Envelope limit() {
        return new Envelope(LIMIT);
    }

    Envelope reduced() {
        return new Envelope(REDUCED);
    }

    /** Whether it was granted in a pause that was known by then; while the store is away, none of another process is. */
    boolean isInPause(GatePermit permit) {
        return this.pauses.stream().anyMatch(pause -> {
            long bound = pause.ours() ? 0 : TRUSTED + ROUND_TRIP;
            boolean knowable = pause.ours() || permit.slot().isOfStore();
            return knowable && permit.grantedAt > pause.from() + bound && permit.grantedAt < pause.until();
        });
    }
}
