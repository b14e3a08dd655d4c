package dev.limiter.sample.worker;

import java.time.Instant;

/**
 * One HTTP exchange, as the worker's connection saw it: repeats are sends of their own.
 *
 * @param at when the request had been written
 * @param contour whose permit it took
 * @param worker who sent it
 * @param status what it was answered; 0 where the connection broke before an answer
 */
public record Send(Instant at, String contour, String worker, int status) {}
