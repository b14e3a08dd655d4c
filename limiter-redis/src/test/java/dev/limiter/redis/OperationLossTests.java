package dev.limiter.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.OperationDoneException;
import dev.limiter.OperationInFlightException;
import dev.limiter.OperationState;
import dev.limiter.OperationState.Done;
import dev.limiter.OperationState.InFlight;
import dev.limiter.OperationState.Unclaimed;
import dev.limiter.StoreUnavailableException;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import dev.limiter.operation.Claim;
import dev.limiter.operation.Claims;
import dev.limiter.redis.server.Await;
import dev.limiter.redis.server.FaultyProxy;
import dev.limiter.redis.server.RedisServer;
import dev.limiter.redis.server.RedisServer.Version;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A process claims over a network that fails; another one, whose network does not, sees what is left of it. */
class OperationLossTests {

    private static final String KEY = "limiter:{shop}:operation:order-1";

    private final RedisServer server = RedisServer.start(Version.V7_0);

    private final FaultyProxy proxy = new FaultyProxy(this.server.port());

    private final RedisBucketStore store =
            new RedisBucketStore(new LettuceConnectionFactory("127.0.0.1", this.proxy.port()));

    private final RedisBucketStore otherStore = new RedisBucketStore(TestLink.settings(this.server));

    private final Claims claims = claims(this.store);

    private final Claims other = claims(this.otherStore);

    private static Claims claims(RedisBucketStore store) {
        Contour shop = Contour.named("shop").limit(Rate.parse("8/s")).build();
        return new Claims(store.operations(), List.of(shop), ForkJoinPool.commonPool());
    }

    @BeforeEach
    void begin() {
        Await.until("connections", () -> this.store.isConnected() && this.otherStore.isConnected());
        // the script is there, so that a claim is one command
        join(this.other.find("shop", "order-1"));
    }

    @AfterEach
    void end() {
        this.store.close();
        this.otherStore.close();
        this.proxy.close();
        this.server.close();
    }

    private static <T> T join(CompletableFuture<T> future) {
        return future.orTimeout(10, TimeUnit.SECONDS).join();
    }

    private OperationState found() {
        return join(this.other.find("shop", "order-1"));
    }

    private void assertUnavailable(CompletableFuture<?> asked) {
        assertThatThrownBy(() -> join(asked)).hasCauseInstanceOf(StoreUnavailableException.class);
    }

    @Test
    void a_claim_of_a_process_that_died_is_seen_by_the_next_one() {
        try (RedisBucketStore first = new RedisBucketStore(TestLink.settings(this.server))) {
            Await.until("a connection", first::isConnected);
            join(claims(first).claim("shop", "order-1"));
        }
        assertThatThrownBy(() -> join(this.other.claim("shop", "order-1")))
                .hasCauseInstanceOf(OperationInFlightException.class);
        join(this.claims.done("shop", "order-1"));
        assertThatThrownBy(() -> join(this.other.claim("shop", "order-1")))
                .hasCauseInstanceOf(OperationDoneException.class);
    }

    @Test
    void a_claim_whose_reply_is_lost_with_the_connection_is_not_sent_and_released() {
        this.proxy.loseReplies(true);
        CompletableFuture<Claim> lost = this.claims.claim("shop", "order-1");
        Await.until("the claim", () -> found() instanceof InFlight);
        this.proxy.loseReplies(false);
        this.proxy.cut();
        assertUnavailable(lost);

        Await.until("the release", () -> found() instanceof Unclaimed);
        assertThat(join(this.other.claim("shop", "order-1")).operation()).isEqualTo("order-1");
    }

    @Test
    void a_claim_whose_reply_comes_too_late_is_not_sent_and_released() {
        this.proxy.delay(400);
        CompletableFuture<Claim> late = this.claims.claim("shop", "order-1");
        assertUnavailable(late);
        Await.until("the claim", () -> found() instanceof InFlight);
        this.proxy.delay(0);

        Await.until("the release", () -> found() instanceof Unclaimed);
    }

    @Test
    void what_is_taken_back_is_not_a_claim_that_somebody_else_has_by_then() {
        this.proxy.loseReplies(true);
        CompletableFuture<Claim> lost = this.claims.claim("shop", "order-1");
        Await.until("the claim", () -> found() instanceof InFlight);
        join(this.other.release("shop", "order-1"));
        join(this.other.claim("shop", "order-1"));
        this.proxy.loseReplies(false);
        this.proxy.cut();
        assertUnavailable(lost);
        long before = ScriptCacheTests.calls(this.server, "evalsha");

        Await.until("the answer to what was owed", () -> this.store.isReachable("shop"));
        // what is asked after it was sent is answered after it
        Await.until("an answer", () -> join(this.claims.find("shop", "order-1")) instanceof InFlight);
        assertThat(ScriptCacheTests.calls(this.server, "evalsha")).isGreaterThanOrEqualTo(before + 2);
        assertThat(found()).isInstanceOf(InFlight.class);
    }

    @Test
    void what_an_owner_says_while_redis_is_away_is_written_when_it_is_back() {
        Claim refused = join(this.claims.claim("shop", "order-1"));
        Claim done = join(this.claims.claim("shop", "order-2"));
        this.proxy.leadTo(RedisServer.freePort());
        this.proxy.cut();
        Await.until("the loss", () -> !this.store.isReachable("shop"));

        join(refused.release());
        join(done.done());
        assertThat(found()).isInstanceOf(InFlight.class);
        this.proxy.leadTo(this.server.port());

        Await.until("the release", () -> found() instanceof Unclaimed);
        Await.until("the note", () -> join(this.other.find("shop", "order-2")) instanceof Done);
    }

    @Test
    void what_an_owner_says_and_is_lost_on_the_way_is_written_when_redis_is_back() {
        Claim refused = join(this.claims.claim("shop", "order-1"));
        Claim done = join(this.claims.claim("shop", "order-2"));
        this.proxy.loseRequests(true);
        CompletableFuture<Void> saidRefused = refused.release();
        CompletableFuture<Void> saidDone = done.done();
        this.proxy.cut();
        join(saidRefused);
        join(saidDone);
        assertThat(found()).isInstanceOf(InFlight.class);
        this.proxy.loseRequests(false);

        Await.until("the release", () -> found() instanceof Unclaimed);
        Await.until("the note", () -> join(this.other.find("shop", "order-2")) instanceof Done);
    }

    @Test
    void what_an_owner_says_and_is_not_answered_is_said_again() {
        Claim done = join(this.claims.claim("shop", "order-1"));
        this.proxy.loseReplies(true);
        CompletableFuture<Void> said = done.done();
        Await.until("the note", () -> found() instanceof Done);
        OperationState noted = found();
        this.proxy.loseReplies(false);
        this.proxy.cut();
        join(said);

        Await.until("the second note", () -> !found().equals(noted));
        assertThat(found()).isInstanceOf(Done.class);
    }

    @Test
    void by_hand_nothing_is_released_later() {
        join(this.other.claim("shop", "order-1"));
        this.proxy.leadTo(RedisServer.freePort());
        this.proxy.cut();
        Await.until("the loss", () -> !this.store.isReachable("shop"));
        assertUnavailable(this.claims.release("shop", "order-1"));
        this.proxy.leadTo(this.server.port());

        Await.until("an answer", () -> this.store.isReachable("shop"));
        assertThat(join(this.claims.find("shop", "order-1"))).isInstanceOf(InFlight.class);
    }

    @Test
    void p53_a_claim_of_a_silent_server_fails_after_the_time_out_and_the_next_ones_at_once() {
        this.server.ask("CLIENT", "PAUSE", "1500", "ALL");
        assertUnavailable(this.claims.claim("shop", "order-1"));
        assertThat(this.store.isReachable("shop")).isFalse();
        CompletableFuture<Claim> next = this.claims.claim("shop", "order-1");
        assertThat(next).isCompletedExceptionally();
        Await.until("the server to go on", () -> this.store.isReachable("shop"));
        Await.until("the release", () -> this.server.ask("EXISTS", KEY).equals("0"));
        assertThat(join(this.claims.claim("shop", "order-1")).operation()).isEqualTo("order-1");
    }
}
