/**
 * Who waits: one gate for each contour key in each process, with its queue, priorities, late booking, coalescing of
 * store calls and cancellation. The entry point is {@link dev.limiter.gate.GateRegistry}.
 */
@NullMarked
package dev.limiter.gate;

import org.jspecify.annotations.NullMarked;
