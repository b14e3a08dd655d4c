package dev.limiter.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.contour.Limit;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** What must never be exceeded: capacity + rate × T in any interval of length T. */
public final class Envelope {

    private final Limit limit;

    private final long permits;

    private final long periodMicros;

    private final long jitter;

    public Envelope(Limit limit) {
        this.limit = limit;
        this.permits = limit.rate().permits();
        this.periodMicros = limit.rate().period().toNanos() / 1000;
        this.jitter = limit.arrivalJitter().toNanos() / 1000;
    }

    /**
     * Looks at every interval that begins and ends with a request; the others hold no more.
     *
     * @param sent in the order of their instants
     */
    public void holds(List<Slot> sent) {
        long slack = roundsUp(sent) ? 1 : 0;
        for (int first = 0; first < sent.size(); first++) {
            long admitted = 0;
            for (int last = first; last < sent.size(); last++) {
                admitted += sent.get(last).cost();
                long length = sent.get(last).at() - sent.get(first).at() + slack;
                // admitted ≤ capacity + permits / period × length, without a division
                long over = Math.multiplyExact(admitted - this.limit.capacity(), this.periodMicros)
                        - Math.multiplyExact(this.permits, length);
                if (over > 0) {
                    throw new AssertionError("%s admitted %s from %s to %s"
                            .formatted(this.limit, admitted, sent.get(first), sent.get(last)));
                }
            }
        }
    }

    /** A server with the same bucket refuses nothing, whatever each request's delay on its way. */
    void serverRefusesNothing(List<Slot> sent, Random random) {
        if (sent.isEmpty() || roundsUp(sent)) {
            return;
        }
        RationalBucket server = RationalBucket.server(this.limit, sent.get(0).at());
        Stream<Slot> arrivals = sent.stream()
                .map(slot -> new Slot(slot.at() + delay(random), slot.cost(), slot.serial()))
                .sorted(Comparator.comparingLong(Slot::at));
        assertThat(arrivals.filter(arrival -> !server.tryTake(arrival.cost(), arrival.at())))
                .as("%s refused", this.limit)
                .isEmpty();
    }

    /** Mostly at the ends of what is allowed: there it breaks if it does. */
    private long delay(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> 0;
            case 1 -> this.jitter;
            default -> random.nextLong(this.jitter + 1);
        };
    }

    /**
     * Whether an instant may count as up to a microsecond earlier than it is told: where a cost takes the whole bucket, the
     * instant at which it is full again is rounded up to a whole microsecond, and the schedule goes on from the exact one.
     */
    private boolean roundsUp(List<Slot> sent) {
        long most = sent.stream().mapToInt(Slot::cost).max().orElse(0);
        return this.jitter == 0
                && this.periodMicros % this.permits != 0
                && (this.limit.capacity() - most) * this.periodMicros < this.permits;
    }
}
