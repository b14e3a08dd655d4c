/**
 * How good a limit is: what servers refuse that count in different ways, and how much of their quota is used, when four
 * processes share it.
 */
@NullMarked
package dev.limiter.benchmarks.quality;

import org.jspecify.annotations.NullMarked;
