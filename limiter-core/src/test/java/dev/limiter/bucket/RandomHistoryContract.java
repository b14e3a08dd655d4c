package dev.limiter.bucket;

import dev.limiter.contour.Contour;
import dev.limiter.contour.Limit;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever happens, a store answers as the naive exact twin does, and never lets too much through. */
interface RandomHistoryContract extends StoreContract {

    /** Fixed, so that a build fails or passes for a reason; a failure names the history to play again. */
    long FIRST_SEED = 20_260_101;

    @Test
    default void random_histories_are_answered_as_by_the_exact_twin_and_stay_within_the_envelope() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + histories(); seed++) {
            Random random = new Random(seed);
            Contour contour = RandomContour.with(random);
            RandomHistory history = new RandomHistory(seed, contour, start(contour));
            try {
                List<Slot> sent = history.play();
                for (Limit limit : contour.limits()) {
                    Envelope envelope = new Envelope(limit);
                    envelope.holds(sent);
                    envelope.serverRefusesNothing(sent, random);
                }
            } catch (AssertionError | RuntimeException ex) {
                throw new AssertionError(ex.getMessage() + "\nin the history of seed " + seed + " on " + history, ex);
            }
        }
    }
}
