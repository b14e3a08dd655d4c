/** Rules for the whole starter. */
@NullMarked
package dev.limiter.spring;

import org.jspecify.annotations.NullMarked;
