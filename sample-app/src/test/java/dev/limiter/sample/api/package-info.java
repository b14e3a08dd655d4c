/** Tests of the simulated repository API. */
@NullMarked
package dev.limiter.sample.api;

import org.jspecify.annotations.NullMarked;
