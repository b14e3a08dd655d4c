package dev.limiter.sample;

import dev.limiter.sample.deposit.DepositRecord;
import dev.limiter.sample.deposit.InvalidRecordException;
import dev.limiter.sample.deposit.RecordFile;
import dev.limiter.sample.worker.Reason;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Deposits a batch: against the simulated API to show what a shared bucket does, on a page or not, or against a real
 * one.
 */
public final class SampleApplication {

    /** What it showed held, or every record was deposited. */
    static final int HELD = 0;

    /** Something that it shows did not hold, a record was not deposited, or it could not run. */
    static final int FAILED = 1;

    /** The command line or the file of records cannot be used. */
    static final int USAGE = 2;

    private final PrintStream out;
    private final PrintStream err;

    SampleApplication(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] args) {
        System.exit(new SampleApplication(System.out, System.err).run(args, System.getenv()));
    }

    int run(String[] args, Map<String, String> environment) {
        try {
            Options options = CommandLine.parse(args, environment);
            if (options.help()) {
                this.out.print(CommandLine.help());
                return HELD;
            }
            if (options.page() != null) {
                new PageRun(options, options.page(), this.out).run();
                return HELD;
            }
            return run(options, records(options));
        } catch (UsageException | InvalidRecordException ex) {
            this.err.println(ex.getMessage());
            this.err.println("Try --help.");
            return USAGE;
        } catch (RuntimeException ex) {
            this.out.flush();
            this.err.println();
            this.err.println("The sample could not run to its end: " + Reason.of(ex));
            return FAILED;
        }
    }

    private int run(Options options, List<DepositRecord> records) {
        if (options.destination() != null) {
            return exitCode(new RealBatch(options, options.destination(), this.out).run(records));
        }
        return exitCode(new Demonstration(options, records, this.out).run());
    }

    static int exitCode(boolean held) {
        return held ? HELD : FAILED;
    }

    private static List<DepositRecord> records(Options options) {
        Path file = options.records();
        List<DepositRecord> records = (file != null) ? RecordFile.read(file) : RecordFile.shipped();
        if (options.destination() == null && records.size() < SmallCase.TASKS) {
            throw new UsageException("The demonstration needs at least %d records, and %s has %d"
                    .formatted(SmallCase.TASKS, file, records.size()));
        }
        if (options.sharing().chaos() != null && records.size() < ProcessCase.LEAST_TROUBLED) {
            throw new UsageException("--chaos needs at least %d records, and %s has %d"
                    .formatted(ProcessCase.LEAST_TROUBLED, file, records.size()));
        }
        if (options.shows("e") && !options.parts().equals(Options.ALL_PARTS) && records.size() < OverlapCase.LEAST) {
            throw new UsageException(
                    "(e) needs at least %d records, and %s has %d".formatted(OverlapCase.LEAST, file, records.size()));
        }
        return records;
    }
}
