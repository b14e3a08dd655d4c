/** The application whose start is measured: it knows nothing but Spring Boot. */
@NullMarked
package dev.limiter.benchmarks.start;

import org.jspecify.annotations.NullMarked;
