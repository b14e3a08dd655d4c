package dev.limiter.bucket;

import dev.limiter.contour.PausePolicy;

/** The rules of pauses, as pure functions. */
final class Pauses {

    private Pauses() {}

    /** What holds after the ask; the same number where nothing changed. */
    static Pause next(Pause known, PauseAsk ask, PausePolicy policy, long now) {
        boolean sameEvent = !ask.byHand() && known.number() > 0 && ask.sentAt() < known.until();
        int row = (ask.byHand() || (sameEvent && known.row() > 0)) ? known.row() : known.row() + 1;
        long length =
                (ask.length() != null) ? TokenBucket.micros(ask.length()) : TokenBucket.micros(policy.fallback(row));
        long until = now + length + ask.jitterMicros();
        if (until <= known.until()) {
            return known;
        }
        long from = known.holdsAt(now) ? known.from() : now;
        return new Pause(known.number() + 1, row, from, until);
    }

    /** The pause ended by hand: a new number, so that nobody's old knowledge brings it back. */
    static Pause ended(Pause known, long now) {
        return new Pause(known.number() + 1, known.row(), known.from(), now);
    }
}
