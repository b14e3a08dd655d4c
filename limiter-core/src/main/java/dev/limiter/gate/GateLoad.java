package dev.limiter.gate;

import java.util.OptionalLong;

/**
 * How busy one gate is.
 *
 * @param waiting callers that wait
 * @param inFlight permits that were granted and are in use
 * @param permitsLeft what its bucket holds, as far as is known
 * @param pausedUntil when the last pause that is known ends, in the store's time
 */
record GateLoad(int waiting, int inFlight, OptionalLong permitsLeft, long pausedUntil) {}
