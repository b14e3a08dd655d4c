package dev.limiter.sample;

import dev.limiter.sample.deposit.DepositRecord;
import java.io.PrintStream;
import java.util.List;

/** Shows, against the simulated API, what separate buckets earn and what a shared one does. */
final class Demonstration {

    private final Options options;
    private final List<DepositRecord> records;
    private final PrintStream out;

    Demonstration(Options options, List<DepositRecord> records, PrintStream out) {
        this.options = options;
        this.records = records;
        this.out = out;
    }

    /** Whether all that it shows held. */
    boolean run() {
        Stage stage = new Stage(new ProgressBar(this.out));
        SmallCase small = new SmallCase(stage, this.records);
        BatchCase batch = new BatchCase(stage, this.options, this.records);

        this.out.println("Deposits through an annotated WebClient, at a simulated API that answers 201, or 429.");
        heading("(a) " + small.title());
        Part a = Steady.atMost(4, small::compare, this.out);
        heading("(b) " + batch.title());
        Part b = batch.compare();
        heading("(c) The shared batch again, with a pause of %d s that the server demands in the middle"
                .formatted(this.options.pause().toSeconds()));
        Part c = Steady.atMost(2, batch::pause, this.out);
        return new Report(this.out).print(List.of(a, b, c));
    }

    private void heading(String text) {
        this.out.println();
        this.out.println(text);
    }
}
