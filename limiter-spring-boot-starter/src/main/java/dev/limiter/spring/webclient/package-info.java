/**
 * Limits on Spring's WebClient: a permit for each HTTP attempt, taken below all filters of the application, and repeats
 * above them. Put in place by the auto-configuration; {@link dev.limiter.spring.webclient.WebClientLimits} is for clients
 * that are no beans.
 */
@NullMarked
package dev.limiter.spring.webclient;

import org.jspecify.annotations.NullMarked;
