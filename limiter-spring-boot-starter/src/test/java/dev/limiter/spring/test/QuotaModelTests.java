package dev.limiter.spring.test;

import static dev.limiter.spring.test.ScoreSheet.play;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QuotaModelTests {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void a_token_bucket_starts_full_and_grows_back_one_permit_at_a_time() {
        play(ServerQuota.tokenBucket(3, 2, SECOND).newModel(), """
                0           yes
                0           yes
                0           yes
                0           no  500_000
                499_999     no  1
                500_000     yes
                500_000     no  500_000
                1_250_000   yes
                1_250_000   no  250_000
                1_500_000   yes
                """);
    }

    @Test
    void a_token_bucket_that_was_left_alone_holds_its_capacity_and_no_more() {
        play(ServerQuota.tokenBucket(2, 2, SECOND).newModel(), """
                0              yes
                3_600_000_000  yes
                3_600_000_000  yes
                3_600_000_000  no  500_000
                """);
    }

    @Test
    void a_token_bucket_whose_interval_is_no_whole_microsecond_does_not_drift() {
        QuotaModel model = ServerQuota.tokenBucket(2, 30_000, SECOND).newModel();
        long micros = 0;
        for (int request = 0; request < 300_002; request++) {
            micros += model.retryAfterMicros(micros);
            assertThat(model.admit(micros)).isTrue();
        }
        assertThat(micros).isEqualTo(10_000_000);
    }

    @Test
    void a_fixed_window_admits_twice_its_number_around_its_edge() {
        play(ServerQuota.fixedWindow(3, SECOND).newModel(), """
                999_999     yes
                999_999     yes
                999_999     yes
                999_999     no  1
                1_000_000   yes
                1_000_001   yes
                1_000_002   yes
                1_000_003   no  999_997
                1_999_999   no  1
                2_000_000   yes
                """);
    }

    @Test
    void a_fixed_window_carries_nothing_over_from_windows_that_nobody_used() {
        play(ServerQuota.fixedWindow(2, SECOND).newModel(), """
                0           yes
                7_500_000   yes
                7_500_000   yes
                7_500_000   no  500_000
                """);
    }

    @Test
    void a_sliding_window_frees_a_place_exactly_one_window_after_it_was_taken() {
        play(ServerQuota.slidingWindow(3, SECOND).newModel(), """
                0           yes
                400_000     yes
                999_999     yes
                999_999     no  1
                1_000_000   yes
                1_000_000   no  400_000
                1_399_999   no  1
                1_400_000   yes
                1_400_000   no  599_999
                """);
    }

    @Test
    void a_sliding_window_does_not_count_what_it_refused() {
        play(ServerQuota.slidingWindow(1, SECOND).newModel(), """
                0           yes
                500_000     no  500_000
                999_999     no  1
                1_000_000   yes
                """);
    }

    @Test
    void a_leaky_bucket_is_served_at_the_ticks_of_the_servers_clock() {
        play(ServerQuota.leakyBucket(2, 1, SECOND).newModel(), """
                900_000     yes
                900_000     yes
                900_000     no  100_000
                999_999     no  1
                1_000_000   yes
                1_000_000   no  1_000_000
                1_999_999   no  1
                2_000_000   yes
                """);
    }

    @Test
    void a_leaky_bucket_loses_the_ticks_that_find_it_empty() {
        play(ServerQuota.leakyBucket(2, 1, SECOND).newModel(), """
                0           yes
                5_500_000   yes
                5_500_000   yes
                5_500_000   no  500_000
                """);
    }

    @Test
    void a_leaky_bucket_never_refuses_who_keeps_to_a_token_bucket_of_the_same_numbers() {
        Random random = new Random(17);
        QuotaModel client = ServerQuota.tokenBucket(5, 7, Duration.ofSeconds(3)).newModel();
        QuotaModel server = ServerQuota.leakyBucket(5, 7, Duration.ofSeconds(3)).newModel();
        long micros = 0;
        for (int request = 0; request < 20_000; request++) {
            micros += random.nextBoolean() ? 0 : random.nextInt(800_000);
            micros += client.retryAfterMicros(micros);
            assertThat(client.admit(micros)).isTrue();
            assertThat(server.admit(micros)).as("at %d", micros).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(ServerQuota.Model.class)
    void a_refusals_wait_is_exact(ServerQuota.Model kind) {
        Random random = new Random(42);
        for (int game = 0; game < 50; game++) {
            int requests = 1 + random.nextInt(9);
            Duration per = Duration.ofNanos(1_000L * (1_000 + random.nextInt(5_000)));
            QuotaModel model = new ServerQuota(kind, requests, requests, per).newModel();
            long micros = 0;
            for (int request = 0; request < 500; request++) {
                micros += random.nextInt(1_200);
                boolean admittedSaidBefore = model.retryAfterMicros(micros) == 0;
                assertThat(model.admit(micros)).isEqualTo(admittedSaidBefore);
                long wait = model.retryAfterMicros(micros);
                if (wait > 0) {
                    assertThat(model.retryAfterMicros(micros + wait - 1)).isEqualTo(1);
                    assertThat(model.retryAfterMicros(micros + wait)).isZero();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ServerQuota.Model.class)
    void who_asks_all_the_time_gets_the_whole_rate_and_no_more(ServerQuota.Model kind) {
        QuotaModel model = new ServerQuota(kind, 7, 7, SECOND).newModel();
        int admitted = 0;
        for (long micros = 0; micros < 60_000_000; micros += 1_000) {
            admitted += model.admit(micros) ? 1 : 0;
        }
        // Two of them begin with a full capacity on top of what the minute is worth.
        assertThat(admitted).isBetween(415, 427);
    }
}
