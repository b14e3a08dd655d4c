package dev.limiter.sample.api;

/**
 * One {@code POST /dois} as the server saw it.
 *
 * @param micros when its headers had been read, in microseconds since the server's start
 * @param worker who sent it, from the header {@code X-Worker}; empty where that is missing
 * @param status what it was answered
 * @param doi what it wanted to deposit, in lower case; empty where the body did not say
 * @param duringPause whether it came while a demanded pause was running. The request whose refusal announced the pause
 *     did not.
 */
public record Arrival(long micros, String worker, int status, String doi, boolean duringPause) {

    public boolean accepted() {
        return status == 201;
    }

    public boolean refused() {
        return status == 429;
    }
}
