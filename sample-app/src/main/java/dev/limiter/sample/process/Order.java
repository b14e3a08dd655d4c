package dev.limiter.sample.process;

import dev.limiter.sample.deposit.DepositRecord;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * What the parent tells a worker to do: a line on its standard input. When that ends, so does the worker.
 *
 * @param kind what to do
 * @param number how often, or for which record
 * @param text the record; empty where there is none
 */
record Order(Kind kind, int number, String text) {

    enum Kind {
        /** Send so many requests that are not counted; answered by {@link Message.Kind#WARM}. */
        WARM_UP,
        /** Measure it; answered by {@link Message.Kind#ROUND_TRIP}. */
        ROUND_TRIP,
        /** Tell of each permit and each send from now on. */
        WATCH,
        /** By how much it was late, measured while it tells of permits and sends; answered by {@link Message.Kind#LATE}. */
        LATENESS,
        /** A record to deposit, once it is said to go. */
        TAKE,
        /** Deposit what was taken; each record is answered, by {@link Message.Kind#DEPOSITED} or {@code FAILED}. */
        GO,
        /** Send nothing more: what waits has failed. */
        STOP
    }

    static Order of(Kind kind) {
        return of(kind, 0);
    }

    static Order of(Kind kind, int number) {
        return new Order(kind, number, "");
    }

    static Order take(int number, DepositRecord record) {
        String doi = URLEncoder.encode(record.doi(), StandardCharsets.UTF_8);
        return new Order(Kind.TAKE, number, doi + " " + record.document());
    }

    /** The record to take. */
    DepositRecord record() {
        int end = this.text.indexOf(' ');
        String doi = URLDecoder.decode(this.text.substring(0, end), StandardCharsets.UTF_8);
        return new DepositRecord(doi, this.text.substring(end + 1));
    }

    String line() {
        return Line.write(this.kind, this.number, this.text);
    }

    /** Reads a line. */
    static Order parse(String line) {
        return Line.read(line, Kind.class, (kind, number, text) -> new Order(kind, Math.toIntExact(number), text));
    }
}
