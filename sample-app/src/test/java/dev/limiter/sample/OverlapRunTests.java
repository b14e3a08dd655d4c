package dev.limiter.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.OperationDoneException;
import dev.limiter.OperationInFlightException;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.worker.Outcome;
import dev.limiter.sample.worker.Settled;
import dev.limiter.sample.worker.ToldFailure;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is claimed of overlapping files is judged by the server's log, and by what is noted in the end. */
class OverlapRunTests {

    @Test
    void they_hold_if_each_record_arrived_once_and_all_is_settled() {
        assertThat(overlap(new Logs().at(0, 0, 201).at(1, 1, 201), 5, 1, 0).held())
                .isTrue();
        assertThat(failed(overlap(new Logs().at(0, 0, 201).at(1, 1, 201), 4, 1, 2)))
                .containsExactly(
                        "(e) of what was in flight the server had at least 5, and not all",
                        "(e) operations that are not settled: 0");
        assertThat(failed(overlap(new Logs().at(0, 0, 201).at(1, 1, 201), 5, 0, 0)))
                .containsExactly("(e) of what was in flight the server had at least 5, and not all");
    }

    @Test
    void they_do_not_hold_if_a_record_is_missing_or_there_twice() {
        assertThat(failed(overlap(new Logs().at(0, 0, 201), 5, 1, 0)))
                .containsExactly("(e) every record arrived exactly once");
        assertThat(failed(overlap(new Logs().at(0, 0, 201).at(1, 1, 201).at(2, 1, 201), 5, 1, 0)))
                .containsExactly(
                        "(e) every record arrived exactly once",
                        "(e) deposits of a record that the server had already: 0");
    }

    @Test
    void what_the_workers_were_told_is_said() {
        List<DepositRecord> records = Logs.records(3);
        List<Outcome> again = List.of(
                new Outcome(records.get(0), new OperationDoneException("datacite", "0", Instant.EPOCH)),
                new Outcome(
                        records.get(1), new OperationInFlightException("datacite", "1", Instant.EPOCH, Instant.EPOCH)),
                new Outcome(records.get(2), null));
        List<Outcome> second = List.of(
                new Outcome(records.get(1), ToldFailure.heard("OperationInFlightException it is in flight")),
                new Outcome(records.get(2), new IllegalStateException("it burns")));
        OverlapRun.Told told = new OverlapRun.Told(List.of(new Outcome(records.get(0), null)), again, second);
        assertThat(told.inFlight()).containsExactly(records.get(1));
        assertThat(told.failures()).containsExactly("it burns (IllegalStateException)");
        Run run = new Logs().at(100, 0, 201).at(1000, 2, 201).run(Logs.TWENTY_A_SECOND);
        OverlapRun overlap =
                new OverlapRun(run, 600_000, told, List.of(new Settled(records.get(1), Settled.How.WAS_THERE)), 0);
        assertThat(overlap.judge(records).notes())
                .containsExactly(
                        "at 0.5 s worker-1 was killed with kill -9; it had told of 1 deposits",
                        "it started again with its whole file, and deposited 1; denied: 1 were done, 1 in flight",
                        "the other worker deposited 0; denied: 0 were done, 1 in flight",
                        "settled by asking the server: 1 were there, 0 were not (deposited), 0 were done meanwhile");
    }

    private static Part overlap(Logs logs, int there, int missing, long notDone) {
        List<DepositRecord> records = Logs.records(2);
        Stream<Settled> settled = Stream.concat(
                Stream.generate(() -> new Settled(records.get(0), Settled.How.WAS_THERE))
                        .limit(there),
                Stream.generate(() -> new Settled(records.get(1), Settled.How.WAS_MISSING))
                        .limit(missing));
        return new OverlapRun(
                        logs.run(Logs.TWENTY_A_SECOND),
                        0,
                        new OverlapRun.Told(List.of(), List.of(), List.of()),
                        settled.toList(),
                        notDone)
                .judge(records);
    }

    private static List<String> failed(Part part) {
        assertThat(part.held()).isFalse();
        return part.claims().stream()
                .filter(claim -> !claim.held())
                .map(Claim::text)
                .toList();
    }
}
