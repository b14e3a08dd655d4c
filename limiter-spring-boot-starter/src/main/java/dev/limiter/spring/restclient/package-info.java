/**
 * Limits on Spring's RestClient and RestTemplate: a permit for each HTTP attempt, taken at the request factory, below all
 * interceptors of the application, and repeats above them. Put in place by the auto-configuration;
 * {@link dev.limiter.spring.restclient.RestClientLimits} is for clients that are no beans.
 */
@NullMarked
package dev.limiter.spring.restclient;

import org.jspecify.annotations.NullMarked;
