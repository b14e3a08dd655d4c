/**
 * Replicas in miniature: each worker is a Spring application of its own, with its own gate, client and connections. What
 * a team may share is the store of its buckets. Start at {@link dev.limiter.sample.worker.Team}.
 */
@NullMarked
package dev.limiter.sample.worker;

import org.jspecify.annotations.NullMarked;
