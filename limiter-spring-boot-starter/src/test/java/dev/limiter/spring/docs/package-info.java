/** The code of the documents, and tests that everything in them is as they say. */
@NullMarked
package dev.limiter.spring.docs;

import org.jspecify.annotations.NullMarked;
