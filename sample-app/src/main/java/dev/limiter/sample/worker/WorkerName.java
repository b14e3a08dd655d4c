package dev.limiter.sample.worker;

/** Who a worker is, to itself and to the server. */
record WorkerName(String value) {}
