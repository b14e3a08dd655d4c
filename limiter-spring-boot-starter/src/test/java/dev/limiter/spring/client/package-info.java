/**
 * One behaviour for every HTTP client: a table of what servers say and of what callers and servers must see, run over each
 * {@link dev.limiter.spring.client.ClientUnderTest}.
 */
@NullMarked
package dev.limiter.spring.client;

import org.jspecify.annotations.NullMarked;
