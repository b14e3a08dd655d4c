package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import dev.limiter.bucket.Answer;
import dev.limiter.bucket.Ask;
import dev.limiter.bucket.Bucket;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.bucket.Pause;
import dev.limiter.bucket.PauseAsk;
import dev.limiter.bucket.Reply;
import dev.limiter.bucket.Slot;
import dev.limiter.bucket.VirtualTicker;
import dev.limiter.contour.Contour;
import dev.limiter.contour.ContourBuilder;
import dev.limiter.contour.PausePolicy;
import dev.limiter.contour.Rate;
import dev.limiter.contour.StartingBalance;
import dev.limiter.redis.server.RedisServer.Version;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Three processes on Redis answer together as one process answers alone in memory, for several keys of a contour. */
class InMemoryTwinTests {

    private static final long FIRST_SEED = 20_260_601;

    private static final int HISTORIES = 60;

    private static final int STEPS = 80;

    private static final List<String> RATES =
            List.of("3/s", "7/m", "30000/s", "3000/5m", "1000000/s", "999999937/d", "1/w");

    @ParameterizedTest
    @EnumSource(Version.class)
    void random_histories_of_several_processes_and_keys_are_answered_as_in_memory(Version version) {
        try (TestLink redis = TestLink.start(version)) {
            for (long seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
                redis.server().ask("FLUSHALL");
                History history = new History(new Random(seed), redis);
                try {
                    history.play();
                } catch (AssertionError | RuntimeException ex) {
                    throw new AssertionError(ex.getMessage() + "\nin the history of seed " + seed + history, ex);
                }
            }
        }
    }

    private static final class History {

        private final Random random;

        private final VirtualTicker ticker = new VirtualTicker();

        private final List<RedisBucketStore> processes = new ArrayList<>();

        private final InMemoryBucketStore twin = new InMemoryBucketStore(this.ticker);

        private final List<Bucket> keys = new ArrayList<>();

        /** The same slot as the two number it. */
        private record Pair(Bucket bucket, Slot slot, Slot twin) {}

        private final List<Pair> slots = new ArrayList<>();

        private final long pace;

        /** What has happened, for whoever has to find out why. */
        private final StringBuilder trail = new StringBuilder();

        @Override
        public String toString() {
            return " on " + this.keys.get(0).limits() + this.trail;
        }

        private void say(Bucket bucket, Object what, Object answer) {
            this.trail.append("\n%d %s: %s: %s".formatted(this.ticker.micros(), bucket, what, answer));
        }

        History(Random random, TestLink redis) {
            this.random = random;
            for (int i = 0; i < 3; i++) {
                this.processes.add(redis.storeAt(this.ticker));
            }
            Contour contour = contour();
            for (String key : new String[] {"", "a:b", "{é}*", "fourth", "fifth", "sixth"}) {
                this.keys.add(Bucket.of(contour, key));
            }
            this.pace = (long) contour.limits().stream()
                    .mapToDouble(limit -> limit.capacity() * 1e6 / limit.rate().perSecond())
                    .min()
                    .orElseThrow();
        }

        private Contour contour() {
            ContourBuilder builder = Contour.named("twin")
                    .startingBalance(this.random.nextInt(4) == 0 ? StartingBalance.EMPTY : StartingBalance.FULL)
                    .pause(new PausePolicy(
                            Duration.ofMillis(1 + this.random.nextInt(5_000)),
                            Duration.ofHours(24),
                            Duration.ZERO,
                            PausePolicy.Resume.values()[this.random.nextInt(2)]));
            if (this.random.nextBoolean()) {
                builder.arrivalJitter(Duration.ofMillis(this.random.nextInt(40)));
            }
            for (int i = this.random.nextInt(3); i >= 0; i--) {
                builder.limit(Rate.parse(RATES.get(this.random.nextInt(RATES.size()))), 1 + this.random.nextInt(20));
            }
            return builder.build();
        }

        void play() {
            for (int step = 0; step < STEPS; step++) {
                Bucket bucket = this.keys.get(this.random.nextInt(this.keys.size()));
                BucketStore process = this.processes.get(this.random.nextInt(3));
                switch (this.random.nextInt(12)) {
                    case 0, 1, 2 -> this.ticker.advance(Duration.ofNanos(this.random.nextLong(this.pace + 2) * 700));
                    case 3 -> pause(process, bucket);
                    case 4 -> giveBack(process);
                    case 5 -> succeed(process, bucket);
                    case 6 -> resumeSometimes(process, bucket);
                    case 7, 8 -> bookAllAtOnce(process);
                    default -> book(process, bucket);
                }
            }
            this.processes.forEach(RedisBucketStore::close);
        }

        private void book(BucketStore process, Bucket bucket) {
            Ask ask = ask(bucket, 1 + this.random.nextInt(6));
            compare(bucket, ask, Taken.await(process.book(bucket, ask)));
        }

        /** So that several keys go out in one call. */
        private void bookAllAtOnce(BucketStore process) {
            List<Ask> asks = this.keys.stream()
                    .map(key -> ask(key, 1 + this.random.nextInt(2)))
                    .toList();
            List<CompletionStage<Reply>> replies = new ArrayList<>();
            for (int i = 0; i < asks.size(); i++) {
                replies.add(process.book(this.keys.get(i), asks.get(i)));
            }
            for (int i = 0; i < asks.size(); i++) {
                compare(this.keys.get(i), asks.get(i), Taken.await(replies.get(i)));
            }
        }

        private Ask ask(Bucket bucket, int many) {
            int[] costs = new int[many];
            long[] deadlines = new long[costs.length];
            long now = this.ticker.micros();
            int most = (int) bucket.limits().stream()
                    .mapToLong(limit -> limit.capacity())
                    .min()
                    .orElseThrow();
            for (int i = 0; i < costs.length; i++) {
                costs[i] = this.random.nextInt(3) == 0 ? 1 + this.random.nextInt(most) : 1;
                deadlines[i] = this.random.nextBoolean() ? Long.MAX_VALUE : now + this.random.nextLong(this.pace + 2);
            }
            return new Ask(costs, deadlines, this.random.nextLong(2 * this.pace + 2), this.random.nextBoolean());
        }

        private void compare(Bucket bucket, Ask ask, Reply reply) {
            Reply expected = Taken.await(this.twin.book(bucket, ask));
            say(bucket, ask, reply);
            assertThat(instants(reply))
                    .as("%s at %s", ask, this.ticker.micros())
                    .isEqualTo(instants(expected));
            assertThat(reply.fullAt()).isEqualTo(expected.fullAt());
            compare(reply.pause(), expected.pause());
            compare(reply.contourPause(), expected.contourPause());
            for (int i = 0; i < reply.answers().size(); i++) {
                if (reply.answers().get(i) instanceof Slot slot) {
                    this.slots.add(
                            new Pair(bucket, slot, (Slot) expected.answers().get(i)));
                }
            }
        }

        private static List<String> instants(Reply reply) {
            return reply.answers().stream().map(History::instant).toList();
        }

        private static String instant(Answer answer) {
            return (answer instanceof Slot slot) ? slot.at() + " x " + slot.cost() : answer.toString();
        }

        private static void compare(Pause pause, Pause expected) {
            assertThat(pause.until()).isEqualTo(expected.until());
            assertThat(pause.from()).isEqualTo(expected.from());
            assertThat(pause.row()).isEqualTo(expected.row());
        }

        private void pause(BucketStore process, Bucket bucket) {
            PauseAsk ask = new PauseAsk(
                    this.random.nextInt(3) == 0 ? Scope.CONTOUR : Scope.KEY,
                    this.ticker.micros() - this.random.nextLong(this.pace + 2),
                    length(),
                    this.random.nextInt(1000),
                    this.random.nextInt(5) == 0);
            Pause pause = Taken.await(process.pause(bucket, ask));
            say(bucket, ask, pause);
            compare(pause, Taken.await(this.twin.pause(bucket, ask)));
        }

        private @Nullable Duration length() {
            return this.random.nextBoolean()
                    ? null
                    : Duration.ofNanos(this.random.nextLong(Math.min(this.pace, 80_000_000_000L) + 2) * 1000);
        }

        private void giveBack(BucketStore process) {
            if (!this.slots.isEmpty()) {
                Pair pair = this.slots.remove(this.slots.size() - 1);
                say(pair.bucket(), "given back", pair.slot());
                Taken.await(process.giveBack(pair.bucket(), List.of(pair.slot())));
                Taken.await(this.twin.giveBack(pair.bucket(), List.of(pair.twin())));
            }
        }

        private void succeed(BucketStore process, Bucket bucket) {
            Scope scope = this.random.nextBoolean() ? Scope.CONTOUR : Scope.KEY;
            Taken.await(process.endRow(bucket, scope, number(process, bucket, scope)));
            Taken.await(this.twin.endRow(bucket, scope, number(this.twin, bucket, scope)));
        }

        private static long number(BucketStore store, Bucket bucket, Scope scope) {
            Reply reply = Taken.look(store, bucket);
            return (scope == Scope.CONTOUR ? reply.contourPause() : reply.pause()).number();
        }

        private void resumeSometimes(BucketStore process, Bucket bucket) {
            if (this.random.nextInt(3) == 0) {
                say(bucket, "resumed", "");
                Taken.await(process.resume(bucket));
                Taken.await(this.twin.resume(bucket));
            }
        }
    }
}
