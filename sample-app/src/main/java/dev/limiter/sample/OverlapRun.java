package dev.limiter.sample;

import dev.limiter.OperationDoneException;
import dev.limiter.OperationInFlightException;
import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.worker.Outcome;
import dev.limiter.sample.worker.Reason;
import dev.limiter.sample.worker.Settled;
import dev.limiter.sample.worker.Settled.How;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What two workers with overlapping files left behind, one of which was killed.
 *
 * @param run in the server
 * @param killedMicros when that was, on the server's clock
 * @param told what the workers have told
 * @param settled what became of the operations that were in flight
 * @param notDone how many are not noted as done in the end
 */
record OverlapRun(Run run, long killedMicros, Told told, List<Settled> settled, long notDone) {

    /**
     * What the workers have told.
     *
     * @param untilKilled the first one, before it was killed
     * @param again the first one, when it had started again
     * @param second the other one
     */
    record Told(List<Outcome> untilKilled, List<Outcome> again, List<Outcome> second) {

        /** Of which records a worker was told that they are in flight. */
        List<DepositRecord> inFlight() {
            return Stream.concat(this.again.stream(), this.second.stream())
                    .filter(outcome -> outcome.failedWith(OperationInFlightException.class))
                    .map(Outcome::record)
                    .distinct()
                    .toList();
        }

        /** Why a record was not deposited, where that is not because it is an operation. */
        List<String> failures() {
            return Stream.of(this.untilKilled, this.again, this.second)
                    .flatMap(List::stream)
                    .filter(outcome -> !outcome.failedWith(OperationInFlightException.class)
                            && !outcome.failedWith(OperationDoneException.class))
                    .map(Outcome::failure)
                    .filter(Objects::nonNull)
                    .map(Reason::of)
                    .distinct()
                    .sorted()
                    .toList();
        }
    }

    Part judge(List<DepositRecord> records) {
        long second = this.run.accepted()
                - this.run.log().accepted().arrivals().stream()
                        .map(arrival -> arrival.doi())
                        .distinct()
                        .count();
        long there = settled(How.WAS_THERE);
        long missing = settled(How.WAS_MISSING);
        return new Part(
                "(e)",
                List.of(this.run),
                notes(),
                List.of(
                        this.run.eachExactlyOnce("(e) every record arrived exactly once", records),
                        Claim.equal("(e) deposits of a record that the server had already: 0", 0, second),
                        new Claim(
                                "(e) of what was in flight the server had at least %d, and not all"
                                        .formatted(OverlapCase.SILENT),
                                there >= OverlapCase.SILENT && missing > 0,
                                "%d there, %d not".formatted(there, missing)),
                        Claim.equal("(e) operations that are not settled: 0", 0, this.notDone)));
    }

    private long settled(How how) {
        return this.settled.stream().filter(each -> each.how() == how).count();
    }

    private List<String> notes() {
        return List.of(
                String.format(
                        Locale.ROOT,
                        "at %.1f s %s was killed with kill -9; it had told of %d deposits",
                        (this.killedMicros - this.run.startMicros()) / 1e6,
                        OverlapCase.FIRST,
                        this.told.untilKilled().size()),
                "it started again with its whole file, and " + fate(this.told.again()),
                "the other worker " + fate(this.told.second()),
                "settled by asking the server: %d were there, %d were not (deposited), %d were done meanwhile"
                        .formatted(settled(How.WAS_THERE), settled(How.WAS_MISSING), settled(How.WAS_DONE)));
    }

    private static String fate(List<Outcome> outcomes) {
        return "deposited %d; denied: %d were done, %d in flight"
                .formatted(
                        outcomes.stream().filter(Outcome::deposited).count(),
                        outcomes.stream()
                                .filter(outcome -> outcome.failedWith(OperationDoneException.class))
                                .count(),
                        outcomes.stream()
                                .filter(outcome -> outcome.failedWith(OperationInFlightException.class))
                                .count());
    }
}
