package dev.limiter.sample.process;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What a worker tells its parent: a line on its standard output.
 *
 * @param kind what it is about
 * @param number of which record, or how many microseconds, since 1970 where it is an instant
 * @param text why, or which status; empty where there is nothing to say
 */
record Message(Kind kind, long number, String text) {

    enum Kind {
        /** It has started, and takes orders. */
        READY,
        /** It has sent the requests that warm it up. */
        WARM,
        /** How long the longest of a few round trips took. */
        ROUND_TRIP,
        /** By how much its metronome was late at worst, since that was last asked. */
        LATE,
        /** The record has been accepted. */
        DEPOSITED,
        /** It has not, with the type of what was thrown, and the reason. */
        FAILED,
        /** A call got its permit, at that instant. */
        GRANTED,
        /** A request was written, at that instant, and answered with this status. */
        SENT
    }

    static Message of(Kind kind) {
        return of(kind, 0);
    }

    static Message of(Kind kind, long number) {
        return new Message(kind, number, "");
    }

    static Message of(Kind kind, Instant at, String text) {
        return new Message(kind, ChronoUnit.MICROS.between(Instant.EPOCH, at), text);
    }

    /** When it happened, where that is what it tells. */
    Instant at() {
        return Instant.EPOCH.plus(this.number, ChronoUnit.MICROS);
    }

    String line() {
        return Line.write(this.kind, this.number, this.text);
    }

    /** Reads a line. */
    static Message parse(String line) {
        return Line.read(line, Kind.class, Message::new);
    }
}
