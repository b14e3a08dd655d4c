package dev.limiter.spring.test;

/**
 * A bucket of {@code capacity} permits that starts full and fills evenly at a pace.
 *
 * <p>Its state is one number: the instant at which it is full again. Time is counted in ticks, of which a microsecond
 * has {@code pace.events()} and a permit takes {@code pace.periodMicros()} to grow back, so that nothing is ever rounded.
 */
final class TokenBucketModel implements QuotaModel {

    private final Pace pace;

    private final long capacityTicks;

    private long fullAtTicks;

    TokenBucketModel(int capacity, Pace pace) {
        this.pace = pace;
        this.capacityTicks = Math.multiplyExact(capacity, this.pace.periodMicros());
    }

    @Override
    public boolean admit(long micros) {
        if (retryAfterMicros(micros) > 0) {
            return false;
        }
        this.fullAtTicks = Math.max(this.fullAtTicks, ticks(micros)) + this.pace.periodMicros();
        return true;
    }

    @Override
    public long retryAfterMicros(long micros) {
        long fullAfterOneMore = Math.max(this.fullAtTicks, ticks(micros)) + this.pace.periodMicros();
        long admittedFrom = Pace.ceilDiv(fullAfterOneMore - this.capacityTicks, this.pace.events());
        return Math.max(0, admittedFrom - micros);
    }

    private long ticks(long micros) {
        return Math.multiplyExact(micros, this.pace.events());
    }
}
