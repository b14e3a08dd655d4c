/**
 * Limits on Spring's WebClient: a permit for each HTTP attempt, taken below all filters of the application, and repeats
 * above them. {@link dev.limiter.spring.call.LimiterAttributes} is what applications use; everything else is put in
 * place by the auto-configuration.
 */
@NullMarked
package dev.limiter.spring.webclient;

import org.jspecify.annotations.NullMarked;
