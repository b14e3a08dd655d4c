package dev.limiter.spring.test;

/** So many requests in each window of the server's own clock; the windows lie end to end and the first starts at 0. */
final class FixedWindowModel implements QuotaModel {

    private final int requests;

    private final long windowMicros;

    private long window;

    private int used;

    FixedWindowModel(int requests, long windowMicros) {
        this.requests = requests;
        this.windowMicros = windowMicros;
    }

    @Override
    public boolean admit(long micros) {
        if (retryAfterMicros(micros) > 0) {
            return false;
        }
        long current = micros / this.windowMicros;
        this.used = (current == this.window) ? this.used + 1 : 1;
        this.window = current;
        return true;
    }

    @Override
    public long retryAfterMicros(long micros) {
        long current = micros / this.windowMicros;
        boolean room = current != this.window || this.used < this.requests;
        return room ? 0 : Math.multiplyExact(current + 1, this.windowMicros) - micros;
    }
}
