/**
 * What {@link dev.limiter.RateLimited} does to a bean's method: the {@link dev.limiter.spring.call.CallMark mark} that
 * clients read, and the permit of a method whose client the limiter does not see.
 */
@NullMarked
package dev.limiter.spring.method;

import org.jspecify.annotations.NullMarked;
