/** What the starter adds to an exchange of an HTTP client. */
@NullMarked
package dev.limiter.benchmarks.call;

import org.jspecify.annotations.NullMarked;
