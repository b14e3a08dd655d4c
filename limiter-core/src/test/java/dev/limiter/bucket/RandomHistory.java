package dev.limiter.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Answer.Late;
import dev.limiter.contour.Contour;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a few careless processes do to one bucket: book, wait, give back, refuse, pause, end pauses. A store plays it, and
 * each of its answers is compared with the naive twin's.
 */
final class RandomHistory {

    private static final int STEPS = 60;

    private final Random random;

    private final TimedStore store;

    private final RationalStore twin;

    private final Contour contour;

    /** What has been booked, and is neither void nor given back: it was sent at its instant, or will be. */
    private final List<Slot> sent = new ArrayList<>();

    private final TwinComparison twinSays;

    /** What has happened, for whoever has to find out why. */
    private final List<Event> trail = new ArrayList<>();

    private record Event(long at, String what, Object... values) {

        @Override
        public String toString() {
            return this.at + " " + this.what.formatted(this.values);
        }
    }

    /** About how long the bucket takes to refill. */
    private final double pace;

    RandomHistory(long seed, Contour contour, TimedStore store) {
        this.random = new Random(seed);
        this.contour = contour;
        this.store = store;
        this.twin = new RationalStore(contour, store.now());
        this.twinSays = new TwinComparison(contour, this.twin);
        this.pace = contour.limits().stream()
                .mapToDouble(limit -> limit.capacity() / limit.rate().perSecond())
                .max()
                .orElseThrow();
    }

    /** Plays it, and says what was sent when. */
    List<Slot> play() {
        // A bucket begins with its first use, here with an ask that is too late for anything.
        this.twinSays.sameState(this.store.book(Ask.one(1, this.store.now() - 1)));
        for (int step = 0; step < STEPS; step++) {
            int dice = this.random.nextInt(100);
            if (dice < 25) {
                waitAWhile();
            } else if (dice < 60) {
                bookOne();
            } else if (dice < 72) {
                bookSeveral();
            } else if (dice < 86) {
                giveBack();
            } else if (dice < 92) {
                refuse();
            } else if (dice < 95) {
                succeed();
            } else if (dice < 97) {
                resume();
            } else {
                comeLate();
            }
        }
        this.sent.sort(Comparator.comparingLong(Slot::at));
        return this.sent;
    }

    private void say(String what, Object... values) {
        this.trail.add(new Event(this.store.now(), what, values));
    }

    @Override
    public String toString() {
        String events = this.trail.stream().map(Event::toString).collect(Collectors.joining("\n"));
        return "%s, starts %s, resumes %s\n%s"
                .formatted(
                        this.contour.limits(),
                        this.contour.startingBalance(),
                        this.contour.pause().resume(),
                        events);
    }

    private void waitAWhile() {
        double seconds = this.pace * this.random.nextDouble() * (this.random.nextInt(5) == 0 ? 3 : 0.3);
        this.store.at(this.store.seconds(this.store.now()) + seconds);
        if (this.random.nextInt(4) == 0) {
            // a slot's own instant is where roundings show
            this.sent.stream()
                    .mapToLong(Slot::at)
                    .filter(at -> at > this.store.now())
                    .min()
                    .ifPresent(at -> this.store.at(this.store.seconds(at)));
        }
    }

    private int cost() {
        long most = this.contour.capacity();
        return switch (this.random.nextInt(4)) {
            case 0 -> (int) most;
            case 1 -> 1 + this.random.nextInt((int) most);
            default -> 1;
        };
    }

    private void bookOne() {
        int cost = cost();
        long at = this.twin.earliest(cost, this.store.now());
        compare(this.store.book(Ask.one(cost, at)), new Slot(at, cost, 0));
    }

    /** A microsecond too soon: nothing is charged. Then at the instant that was said. */
    private void comeLate() {
        int cost = cost();
        long at = this.twin.earliest(cost, this.store.now());
        Reply refused = this.store.book(Ask.one(cost, at - 1));
        assertThat(refused.answers()).containsExactly(new Late(at));
        this.twinSays.sameState(refused);
        compare(this.store.book(Ask.one(cost, at)), new Slot(at, cost, 0));
    }

    private void bookSeveral() {
        int[] costs = this.random
                .ints(2 + this.random.nextInt(8), 0, 1)
                .map(zero -> cost())
                .toArray();
        long[] deadlines = new long[costs.length];
        Arrays.fill(deadlines, Long.MAX_VALUE);
        long now = this.store.now();
        long horizon = (long) (this.pace * 1e6 * this.random.nextDouble());
        boolean atLeastOne = this.random.nextBoolean();
        Rational share = this.twin.share(now, now + horizon);
        Reply reply = this.store.book(new Ask(costs, deadlines, horizon, atLeastOne));
        say("booked together %s", reply.answers());
        int booked = 0;
        for (Answer answer : reply.answers()) {
            Slot slot = (Slot) answer;
            assertThat(slot.cost()).isEqualTo(costs[booked]);
            assertThat(slot.at()).isEqualTo(this.twin.earliest(slot.cost(), now));
            boolean must = atLeastOne && booked == 0;
            assertThat(must || TwinComparison.mayTake(slot.cost(), share))
                    .as("not more than half")
                    .isTrue();
            assertThat(must || slot.at() <= now + horizon).as("in the horizon").isTrue();
            this.twin.take(slot);
            this.sent.add(slot);
            share = share.minus(Rational.of(slot.cost()));
            booked++;
        }
        if (booked < costs.length) {
            assertThat(atLeastOne && booked == 0).as("at least one").isFalse();
            boolean far = this.twin.earliest(costs[booked], now) > now + horizon;
            assertThat(far || !TwinComparison.mustTake(costs[booked], share))
                    .as("not less than half")
                    .isTrue();
        }
        this.twinSays.sameState(reply);
    }

    private void compare(Reply reply, Slot expected) {
        Answer answer = reply.answers().get(0);
        say("booked %s", answer);
        assertThat(answer).isInstanceOf(Slot.class);
        Slot slot = (Slot) answer;
        assertThat(new Slot(slot.at(), slot.cost(), 0)).isEqualTo(expected);
        this.twin.take(slot);
        this.sent.add(slot);
        this.twinSays.sameState(reply);
    }

    /** Some of what is not sent yet, the latest first, or in any order. */
    private void giveBack() {
        List<Slot> waiting = new ArrayList<>(
                this.sent.stream().filter(slot -> slot.at() >= this.store.now()).toList());
        if (this.random.nextBoolean()) {
            Collections.shuffle(waiting, this.random);
        } else {
            Collections.reverse(waiting);
        }
        List<Slot> given = waiting.subList(0, this.random.nextInt(waiting.size() + 1));
        say("gave back %s", given);
        this.store.giveBack(given.toArray(Slot[]::new));
        given.forEach(this.twin::giveBack);
        this.sent.removeAll(given);
    }

    private void refuse() {
        long now = this.store.now();
        Scope scope = this.random.nextInt(3) == 0 ? Scope.CONTOUR : Scope.KEY;
        long sentAt = now - (long) (this.random.nextInt(3) * this.pace * 1e5);
        PauseAsk ask = new PauseAsk(scope, sentAt, length(), this.random.nextInt(1000), this.random.nextInt(5) == 0);
        Pause pause = this.store.pause(ask);
        say("%s: %s", ask, pause);
        if (this.twin.pause(ask, now)) {
            this.sent.removeIf(slot -> slot.at() > now);
        }
        this.twinSays.samePause(pause, scope);
    }

    private @Nullable Duration length() {
        return this.random.nextInt(3) == 0
                ? null
                : Duration.ofNanos((long) (this.pace * 1e6 * this.random.nextDouble()) * 1000 + 1000);
    }

    /** A success ends the row of the pause that this process knows, if it is still that one. */
    private void succeed() {
        Scope scope = this.random.nextBoolean() ? Scope.CONTOUR : Scope.KEY;
        long number = this.twinSays.knownNumber(scope);
        say("success after pause %s of the %s", number, scope);
        this.store.endRow(scope, number);
        if (this.twinSays.isKnown(scope)) {
            this.twin.pause(scope).succeeded();
        }
    }

    private void resume() {
        long now = this.store.now();
        say("resumed");
        this.store.resume();
        if (this.twin.resume(now)) {
            this.sent.removeIf(slot -> slot.at() > now);
        }
    }
}
