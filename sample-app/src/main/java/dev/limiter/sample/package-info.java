/**
 * A batch that deposits records in a simulated repository API over real HTTP, and stays within its quota.
 */
@NullMarked
package dev.limiter.sample;

import org.jspecify.annotations.NullMarked;
