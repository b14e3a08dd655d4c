package dev.limiter.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.Refusal.Scope;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Rate;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Holds what a store says against the naive twin, and remembers the pauses that it told of. */
final class TwinComparison {

    /** A share is an estimate: a store may count it in floating point, and from whole microseconds. */
    private static final Rational ABOUT = Rational.of(1, 10);

    private final Contour contour;

    private final RationalStore twin;

    private final Map<Scope, Known> known = new EnumMap<>(Map.of(Scope.KEY, Known.NONE, Scope.CONTOUR, Known.NONE));

    /** A pause's number, and which change of the twin's it was. */
    private record Known(long number, int change) {
        static final Known NONE = new Known(0, 0);
    }

    TwinComparison(Contour contour, RationalStore twin) {
        this.contour = contour;
        this.twin = twin;
    }

    static boolean mayTake(int cost, Rational share) {
        return Rational.of(cost).compareTo(share.plus(ABOUT)) <= 0;
    }

    static boolean mustTake(int cost, Rational share) {
        return Rational.of(cost).compareTo(share.minus(ABOUT)) <= 0;
    }

    void sameState(Reply reply) {
        List<Rational> exact = this.twin.fullAt();
        for (int i = 0; i < exact.size(); i++) {
            FullAt fullAt = reply.fullAt().get(i);
            Rate rate = this.contour.limits().get(i).rate();
            assertThat(Rational.of(fullAt.micros()).plus(Rational.of(fullAt.rest(), unit(rate))))
                    .as("full at, %s", rate)
                    .isEqualByComparingTo(exact.get(i));
        }
        samePause(reply.pause(), Scope.KEY);
        samePause(reply.contourPause(), Scope.CONTOUR);
    }

    private static long unit(Rate rate) {
        return Rational.of(rate.period().toNanos() / 1000, rate.permits())
                .denominator()
                .longValueExact();
    }

    void samePause(Pause pause, Scope scope) {
        PauseTwin expected = this.twin.pause(scope);
        assertThat(pause.until()).as("until").isEqualTo(expected.until());
        assertThat(pause.row()).as("row").isEqualTo(expected.row());
        this.known.put(scope, new Known(pause.number(), expected.changes()));
    }

    long knownNumber(Scope scope) {
        return known(scope).number();
    }

    /** Whether the pause that was last told of is still that one. */
    boolean isKnown(Scope scope) {
        return known(scope).change() == this.twin.pause(scope).changes();
    }

    private Known known(Scope scope) {
        return this.known.getOrDefault(scope, Known.NONE);
    }
}
