/** The application of the quick start. */
@NullMarked
package dev.limiter.spring.docs.quickstart;

import org.jspecify.annotations.NullMarked;
