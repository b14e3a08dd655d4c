/** The gate, in virtual time wherever an exact answer is wanted, and under real threads where only those can break it. */
@NullMarked
package dev.limiter.gate;

import org.jspecify.annotations.NullMarked;
