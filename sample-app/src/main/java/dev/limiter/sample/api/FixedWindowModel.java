package dev.limiter.sample.api;

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
        long current = micros / windowMicros;
        used = (current == window) ? used + 1 : 1;
        window = current;
        return true;
    }

    @Override
    public long retryAfterMicros(long micros) {
        long current = micros / windowMicros;
        boolean room = current != window || used < requests;
        return room ? 0 : Math.multiplyExact(current + 1, windowMicros) - micros;
    }
}
