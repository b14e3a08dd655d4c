package dev.limiter.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.sample.api.Pause;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What the sample shows is judged by the server's log alone: so is a log that shows something else. */
class ClaimsTests {

    private static final List<String> WORKERS = List.of("worker-1", "worker-2");

    @Test
    void the_small_case_holds_with_the_model_s_counts_on_schedule() {
        assertThat(SmallCase.judge(separate(), shared(0)).held()).isTrue();
        assertThat(SmallCase.judge(separate(), shared(60)).held()).isTrue();
    }

    @Test
    void the_small_case_does_not_hold_a_millisecond_too_late() {
        assertThat(failed(SmallCase.judge(separate(), shared(61))))
                .containsExactly("(a) one shared bucket: each arrives within 60 ms of its schedule");
    }

    @Test
    void the_small_case_does_not_hold_with_other_counts() {
        Run fiveAccepted = new Logs()
                .at(0, 0, 201)
                .at(0, 1, 201)
                .at(0, 2, 201)
                .at(0, 4, 429)
                .at(0, 5, 429)
                .at(0, 6, 429)
                .at(520, 3, 201)
                .at(520, 7, 201)
                .run(SmallCase.QUOTA);
        assertThat(failed(SmallCase.judge(fiveAccepted, shared(0))))
                .containsExactly("(a) separate buckets: 4 accepted, 4 refused");
        assertThat(failed(SmallCase.judge(separate(), separate())))
                .contains("(a) one shared bucket: 8 accepted, none refused");
    }

    @Test
    void a_request_too_many_or_too_few_is_off_the_schedule() {
        Run nine = new Logs()
                .at(0, 0, 201)
                .at(0, 1, 201)
                .at(0, 2, 201)
                .at(500, 3, 201)
                .at(1000, 4, 201)
                .at(1500, 5, 201)
                .at(2000, 6, 201)
                .at(2500, 7, 201)
                .at(3000, 7, 201)
                .run(SmallCase.QUOTA);
        assertThat(failed(SmallCase.judge(separate(), nine))).hasSize(2);
        assertThat(failed(SmallCase.judge(separate(), new Logs().run(SmallCase.QUOTA))))
                .hasSize(2);
    }

    @Test
    void a_batch_holds_if_each_record_is_accepted_once_and_the_shared_one_has_no_refusal() {
        Run separate = new Logs().at(0, 0, 201).at(1, 1, 429).at(1000, 1, 201).run(Logs.TWENTY_A_SECOND);
        Run shared = new Logs().at(0, 0, 201).at(1, 1, 201).run(Logs.TWENTY_A_SECOND);
        assertThat(BatchCase.judge(separate, shared, Logs.records(2), 0).held()).isTrue();
        assertThat(failed(BatchCase.judge(separate, separate, Logs.records(2), 0)))
                .containsExactly("(b) one shared bucket: no refusal", "(b) one shared bucket: no retry");
    }

    @Test
    void a_batch_does_not_hold_if_a_record_is_missing_or_accepted_twice_or_not_ours() {
        Run once = new Logs().at(0, 0, 201).at(1, 1, 201).run(Logs.TWENTY_A_SECOND);
        Run missing = new Logs().at(0, 0, 201).run(Logs.TWENTY_A_SECOND);
        Run twice = new Logs().at(0, 0, 201).at(1, 1, 201).at(2, 1, 201).run(Logs.TWENTY_A_SECOND);
        Run foreign = new Logs().at(0, 0, 201).at(1, 1, 201).at(2, 2, 201).run(Logs.TWENTY_A_SECOND);
        for (Run wrong : List.of(missing, twice, foreign)) {
            assertThat(failed(BatchCase.judge(wrong, once, Logs.records(2), 0)))
                    .containsExactly("(b) separate buckets: every record arrived exactly once");
            assertThat(failed(BatchCase.judge(once, wrong, Logs.records(2), 0)))
                    .contains("(b) one shared bucket: every record arrived exactly once");
        }
    }

    @Test
    void a_large_batch_does_not_hold_if_separate_buckets_earn_no_refusal() {
        Logs logs = new Logs();
        for (int i = 0; i < 100; i++) {
            logs.at(i, i, 201);
        }
        Run smooth = logs.run(Logs.TWENTY_A_SECOND);
        assertThat(failed(BatchCase.judge(smooth, smooth, Logs.records(100), 0)))
                .containsExactly("(b) separate buckets earn refusals");
    }

    @Test
    void a_large_batch_does_not_hold_if_the_shared_bucket_leaves_much_of_the_quota() {
        Logs quick = new Logs();
        Logs slow = new Logs();
        for (int i = 0; i < 100; i++) {
            quick.at(Math.max(0, i - 20) * 50, i, 201);
            slow.at(i * 70, i, 201);
        }
        Run separate = quick.at(0, 0, 429).run(Logs.TWENTY_A_SECOND);
        assertThat(failed(BatchCase.judge(separate, slow.run(Logs.TWENTY_A_SECOND), Logs.records(100), 0.8)))
                .containsExactly("(b) one shared bucket: at least 80 % of the quota used");
    }

    @Test
    void the_pause_holds_if_nothing_arrives_from_the_margin_until_the_named_instant() {
        Part part = BatchCase.judgePause(
                new Logs()
                        .at(0, 0, 201)
                        .at(1000, 1, 429)
                        // 50 ms and a round trip of 5 ms: this one was on its way
                        .at(1054, 2, 429, true)
                        .at(3000, 1, 201)
                        .at(3050, 2, 201)
                        .run(Logs.TWENTY_A_SECOND, new Pause(1_000_000, 3_000_000)),
                Logs.records(3),
                WORKERS);
        assertThat(part.held()).isTrue();
        assertThat(part.notes())
                .containsExactly(
                        "refused at 1.000 s; the pause that this announced ends at 3.000 s",
                        "sent from 55 ms after that (50 ms and a round trip) until then:",
                        "  worker-1 0, worker-2 0",
                        "on the way at the refusal: 1; first arrival afterwards at 3.000 s");
    }

    @Test
    void the_pause_does_not_hold_if_one_request_is_sent_in_it() {
        for (long millis : new long[] {1055, 2000, 2999}) {
            Part part = BatchCase.judgePause(
                    new Logs()
                            .at(0, 0, 201)
                            .at(1000, 1, 429)
                            .at(millis, 1, 429, true)
                            .at(3000, 1, 201)
                            .run(Logs.TWENTY_A_SECOND, new Pause(1_000_000, 3_000_000)),
                    Logs.records(2),
                    WORKERS);
            assertThat(failed(part)).contains("(c) requests that any worker sent during the pause: 0");
            assertThat(part.notes()).contains("  worker-1 0, worker-2 1");
        }
    }

    @Test
    void the_pause_does_not_hold_if_there_was_none_or_more_was_refused() {
        Run without = new Logs().at(0, 0, 201).run(Logs.TWENTY_A_SECOND);
        assertThat(failed(BatchCase.judgePause(without, Logs.records(1), WORKERS)))
                .containsExactly("(c) the server demanded a pause");
        Run refusedLater = new Logs()
                .at(0, 0, 429)
                .at(3000, 0, 429)
                .at(4000, 0, 201)
                .run(Logs.TWENTY_A_SECOND, new Pause(0, 2_000_000));
        assertThat(failed(BatchCase.judgePause(refusedLater, Logs.records(1), WORKERS)))
                .containsExactly("(c) no refusal but the one that named the pause, and what was on the way");
    }

    @Test
    void the_batch_of_processes_holds_if_each_record_is_accepted_once_and_nobody_is_refused() {
        Run run = new Logs().at(0, 0, 201).at(1, 1, 201).run(Logs.TWENTY_A_SECOND);
        assertThat(ProcessCase.judge(run, Logs.records(2), 0).held()).isTrue();
        assertThat(failed(ProcessCase.judge(run, Logs.records(3), 0.9)))
                .containsExactly(
                        "(d) a run: every record arrived exactly once", "(d) a run: at least 90 % of the quota used");
        Run refused = new Logs().at(0, 0, 201).at(1, 1, 429).at(2, 1, 201).run(Logs.TWENTY_A_SECOND);
        assertThat(failed(ProcessCase.judge(refused, Logs.records(2), 0))).containsExactly("(d) a run: no refusal");
    }

    @Test
    void it_does_not_hold_with_more_than_the_quota_and_its_worth_for_the_jitter_in_any_interval() {
        assertThat(ProcessCase.judge(burst(22), Logs.records(23), 0).held()).isTrue();
        assertThat(failed(ProcessCase.judge(burst(23), Logs.records(24), 0)))
                .containsExactly("(d) a run: in every interval at most 20 + rate x (T + 100 ms) requests");
    }

    @Test
    void what_befalls_the_redis_must_do_so_in_the_middle() {
        Run run = new Logs().at(0, 0, 201).at(1000, 1, 201).run(Logs.TWENTY_A_SECOND);
        assertThat(ProcessCase.judge(run, incident(100, 900), Logs.records(2)).held())
                .isTrue();
        for (Incident wrong : List.of(incident(0, 900), incident(100, 1001), incident(-1, -1))) {
            assertThat(failed(ProcessCase.judge(run, wrong, Logs.records(2))))
                    .containsExactly("(d) a run: it happened in the middle");
        }
        assertThat(ProcessCase.judge(run, incident(100, 900), Logs.records(2)).notes())
                .containsExactly("from 0.1 s to 0.9 s it rains", "the longest time in which nothing arrived: 1.00 s");
    }

    /** One request, and so many at once half a second later. */
    private static Run burst(int requests) {
        Logs logs = new Logs().at(0, requests, 201);
        for (int i = 0; i < requests; i++) {
            logs.at(500, i, 201);
        }
        return logs.run(Logs.TWENTY_A_SECOND);
    }

    private static Incident incident(long fromMillis, long toMillis) {
        AtomicLong clock = new AtomicLong(1000 * fromMillis);
        Incident incident = new Incident(1, "it rains", () -> clock.set(1000 * toMillis));
        if (fromMillis >= 0) {
            incident.at(1, clock::get, new ProgressBar(new Output().stream()));
        }
        incident.await();
        return incident;
    }

    private static Run separate() {
        return new Logs()
                .at(0, 0, 201)
                .at(0, 1, 201)
                .at(0, 2, 201)
                .at(0, 4, 429)
                .at(0, 5, 429)
                .at(0, 6, 429)
                .at(520, 3, 201)
                .at(520, 7, 429)
                .run(SmallCase.QUOTA);
    }

    private static Run shared(long lastIsLateBy) {
        return new Logs()
                .at(7, 0, 201)
                .at(7, 1, 201)
                .at(7, 2, 201)
                .at(507, 3, 201)
                .at(1007, 4, 201)
                .at(1507, 5, 201)
                .at(2007, 6, 201)
                .at(2507 + lastIsLateBy, 7, 201)
                .run(SmallCase.QUOTA);
    }

    private static List<String> failed(Part part) {
        assertThat(part.held()).isFalse();
        return part.claims().stream()
                .filter(claim -> !claim.held())
                .map(Claim::text)
                .toList();
    }
}
