package dev.limiter.spring.test;

import java.util.ArrayDeque;
import java.util.Deque;

/** So many requests in any window, wherever it begins: a log of what was admitted. Refused requests are not in it. */
final class SlidingWindowModel implements QuotaModel {

    private final int requests;

    private final long windowMicros;

    private final Deque<Long> admitted = new ArrayDeque<>();

    SlidingWindowModel(int requests, long windowMicros) {
        this.requests = requests;
        this.windowMicros = windowMicros;
    }

    @Override
    public boolean admit(long micros) {
        if (retryAfterMicros(micros) > 0) {
            return false;
        }
        if (this.admitted.size() == this.requests) {
            this.admitted.removeFirst();
        }
        this.admitted.addLast(micros);
        return true;
    }

    @Override
    public long retryAfterMicros(long micros) {
        if (this.admitted.size() < this.requests) {
            return 0;
        }
        // The log never holds more than the quota, so its oldest entry alone decides.
        // A window is half open: a request leaves it exactly one window after it came.
        return Math.max(0, this.admitted.getFirst() + this.windowMicros - micros);
    }
}
