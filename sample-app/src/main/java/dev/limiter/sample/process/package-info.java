/**
 * Workers as processes of their own, with a Redis that they share. What the parent and a worker say to each other is in
 * {@link dev.limiter.sample.process.Order} and {@link dev.limiter.sample.process.Message}: lines on the standard streams,
 * so that a worker whose parent is gone knows it. Start at {@link dev.limiter.sample.process.ProcessTeams}.
 */
@NullMarked
package dev.limiter.sample.process;

import org.jspecify.annotations.NullMarked;
