package dev.limiter.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.OperationState;
import dev.limiter.OperationState.Done;
import dev.limiter.OperationState.InFlight;
import dev.limiter.OperationState.Unclaimed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every operation store is held to. Extend it and say how a store is made and how its time passes; it is spoken to
 * through the SPI alone.
 */
public abstract class OperationStoreContract {

    private static final Duration DAY = Duration.ofHours(24);

    private static final Duration SHORT = Duration.ofMillis(60);

    private static final int ROUNDS = 300;

    /** The store, with nothing in it. */
    protected abstract OperationStore store();

    /** Another store object on the same state, as another process has it, or this one after a restart. */
    protected abstract OperationStore another();

    /** Returns when so much of the store's time has passed. */
    protected abstract void pass(Duration time);

    /** The wall clock by which the store speaks to people. */
    protected abstract Instant now();

    /** How far two readings of the wall clock that follow each other may differ. */
    protected abstract Duration slack();

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(10, TimeUnit.SECONDS).join();
    }

    private ClaimAnswer claim(String id, String owner) {
        return await(store().claim("shop", id, owner, DAY));
    }

    private OperationState find(String id) {
        return await(another().find("shop", id));
    }

    private boolean mayClaim(String id) {
        return await(another().claim("shop", id, "newcomer", DAY)).claimed();
    }

    @Test
    void what_nobody_has_claimed_is_unclaimed() {
        assertThat(find("order-1")).isEqualTo(new Unclaimed());
        assertThat(await(store().release("shop", "order-1"))).isFalse();
        assertThat(await(store().release("shop", "order-1", "one"))).isFalse();
    }

    @Test
    void the_second_who_claims_is_told_since_when_and_until_when_it_is_in_flight() {
        Instant before = now();
        ClaimAnswer first = claim("order-1", "one");
        ClaimAnswer second = await(another().claim("shop", "order-1", "two", DAY));

        assertThat(first.claimed()).isTrue();
        assertThat(second.claimed()).isFalse();
        InFlight known = (InFlight) second.state();
        assertThat(known.since()).isBetween(before.minus(slack()), now().plus(slack()));
        assertThat(known.until()).isEqualTo(known.since().plus(DAY));
        assertThat(first.state()).isEqualTo(known);
        assertThat(find("order-1")).isEqualTo(known);
    }

    @Test
    void an_owner_that_has_it_is_answered_with_its_own_claim() {
        ClaimAnswer first = claim("order-1", "one");
        assertThat(await(store().claim("shop", "order-1", "one", Duration.ofDays(3))))
                .isEqualTo(first);
    }

    @Test
    void what_is_done_is_nobodys_to_claim_and_says_since_when() {
        claim("order-1", "one");
        Instant before = now();
        await(store().done("shop", "order-1", DAY));

        ClaimAnswer second = await(another().claim("shop", "order-1", "two", DAY));
        assertThat(second.claimed()).isFalse();
        Done done = (Done) second.state();
        assertThat(done.since()).isBetween(before.minus(slack()), now().plus(slack()));
        assertThat(done.until()).isEqualTo(done.since().plus(DAY));
        assertThat(find("order-1")).isEqualTo(done);
        assertThat(claim("order-1", "one").claimed()).isFalse();
    }

    @Test
    void an_owner_releases_its_own_claim_and_only_once() {
        claim("order-1", "one");
        assertThat(await(store().release("shop", "order-1", "one"))).isTrue();
        assertThat(await(store().release("shop", "order-1", "one"))).isFalse();
        assertThat(mayClaim("order-1")).isTrue();
    }

    @Test
    void an_old_owner_cannot_release_a_newer_claim_or_what_is_done() {
        claim("order-1", "one");
        await(store().release("shop", "order-1"));
        await(another().claim("shop", "order-1", "two", DAY));

        assertThat(await(store().release("shop", "order-1", "one"))).isFalse();
        assertThat(await(store().release("shop", "order-1", ""))).isFalse();
        assertThat(find("order-1")).isInstanceOf(InFlight.class);

        await(another().done("shop", "order-1", DAY));
        assertThat(await(store().release("shop", "order-1", "two"))).isFalse();
        assertThat(find("order-1")).isInstanceOf(Done.class);
    }

    @Test
    void what_succeeded_is_done_also_where_the_claim_was_over_and_is_anothers() {
        claim("order-1", "one");
        await(store().release("shop", "order-1"));
        await(another().claim("shop", "order-1", "two", DAY));
        await(store().done("shop", "order-1", DAY));

        assertThat(await(another().release("shop", "order-1", "two"))).isFalse();
        assertThat(find("order-1")).isInstanceOf(Done.class);
    }

    @Test
    void by_hand_whatever_there_is_is_released_or_done() {
        claim("order-1", "one");
        claim("order-2", "one");
        await(another().done("shop", "order-2", DAY));
        await(another().done("shop", "order-3", DAY));

        assertThat(find("order-3")).isInstanceOf(Done.class);
        assertThat(await(another().release("shop", "order-1"))).isTrue();
        assertThat(await(another().release("shop", "order-2"))).isTrue();
        assertThat(mayClaim("order-1")).isTrue();
        assertThat(mayClaim("order-2")).isTrue();
        assertThat(mayClaim("order-3")).isFalse();
    }

    @Test
    void a_claim_that_nobody_settles_is_over_after_its_time_and_not_before() {
        await(store().claim("shop", "long", "one", DAY));
        await(store().claim("shop", "order-1", "one", SHORT));
        pass(SHORT);

        assertThat(find("order-1")).isEqualTo(new Unclaimed());
        assertThat(await(store().release("shop", "order-1", "one"))).isFalse();
        assertThat(mayClaim("order-1")).isTrue();
        assertThat(mayClaim("long")).isFalse();
    }

    @Test
    void that_it_was_done_is_known_for_its_time_counted_from_then() {
        await(store().claim("shop", "order-1", "one", SHORT));
        await(store().done("shop", "order-1", DAY));
        pass(SHORT.multipliedBy(2));
        assertThat(find("order-1")).isInstanceOf(Done.class);

        await(store().done("shop", "order-1", SHORT));
        pass(SHORT);
        assertThat(find("order-1")).isEqualTo(new Unclaimed());
    }

    @Test
    void the_same_id_of_two_contours_is_two_operations() {
        claim("order-1", "one");
        assertThat(await(store().claim("shop-2", "order-1", "two", DAY)).claimed())
                .isTrue();
        await(store().done("shop-2", "order-1", DAY));
        assertThat(find("order-1")).isInstanceOf(InFlight.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "*", "{shop}", "a b:c%20\n", "\0", "été €", "\uD83D", "𝔘𝔫𝔦", "10.1234/abc-_~."})
    void an_id_is_made_of_any_characters(String id) {
        assertThat(claim(id, "one").claimed()).isTrue();
        assertThat(claim(id + "x", "one").claimed()).isTrue();
        await(store().done("shop", id, DAY));
        assertThat(find(id)).isInstanceOf(Done.class);
        assertThat(find(id + "x")).isInstanceOf(InFlight.class);
        assertThat(await(store().release("shop", id))).isTrue();
        assertThat(find(id)).isEqualTo(new Unclaimed());
    }

    @Test
    void an_id_is_of_any_length_and_counts_to_its_last_character() {
        String prefix = "€".repeat(100_000);
        assertThat(claim(prefix + "1", "one").claimed()).isTrue();
        assertThat(claim(prefix + "2", "one").claimed()).isTrue();
        assertThat(claim(prefix + "1", "two").claimed()).isFalse();
        assertThat(await(store().release("shop", prefix + "1", "one"))).isTrue();
        assertThat(find(prefix + "2")).isInstanceOf(InFlight.class);
    }

    /** Two processes, each with two callers: in every round exactly one of the four gets it. */
    @Test
    void of_those_who_claim_at_once_exactly_one_gets_it() throws Exception {
        int callers = 4;
        CyclicBarrier round = new CyclicBarrier(callers);
        List<OperationStore> processes = List.of(store(), another());
        List<CompletableFuture<boolean[]>> results = new ArrayList<>();
        for (int caller = 0; caller < callers; caller++) {
            String owner = "owner-" + caller;
            OperationStore process = processes.get(caller % 2);
            CompletableFuture<boolean[]> result = new CompletableFuture<>();
            results.add(result);
            Thread thread =
                    new Thread(() -> result.completeAsync(() -> claimAll(process, owner, round), Runnable::run));
            thread.setDaemon(true);
            thread.start();
        }
        int[] winners = new int[ROUNDS];
        for (CompletableFuture<boolean[]> result : results) {
            boolean[] won = result.get(60, TimeUnit.SECONDS);
            for (int i = 0; i < ROUNDS; i++) {
                winners[i] += won[i] ? 1 : 0;
            }
        }
        assertThat(winners).containsOnly(1);
    }

    private static boolean[] claimAll(OperationStore process, String owner, CyclicBarrier round) {
        boolean[] won = new boolean[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            try {
                round.await(20, TimeUnit.SECONDS);
            } catch (Exception ex) {
                throw new IllegalStateException(ex);
            }
            won[i] = await(process.claim("shop", "race-" + i, owner, DAY)).claimed();
        }
        return won;
    }
}
