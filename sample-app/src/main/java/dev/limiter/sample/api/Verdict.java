package dev.limiter.sample.api;

/** Whether a request is admitted, and if not, how long until one may be. */
record Verdict(boolean admitted, long waitMicros, boolean duringPause) {

    static final Verdict ADMITTED = new Verdict(true, 0, false);
}
