/**
 * A call of an HTTP client, whatever the client: the {@link dev.limiter.spring.call.CallMark mark} that it was made under,
 * the contour that its attempts belong to, what they cost, how they ended and whether there is another one. The packages
 * of the clients adapt their requests and answers to it. {@link dev.limiter.spring.call.LimiterAttributes} is what
 * applications use.
 */
@NullMarked
package dev.limiter.spring.call;

import org.jspecify.annotations.NullMarked;
