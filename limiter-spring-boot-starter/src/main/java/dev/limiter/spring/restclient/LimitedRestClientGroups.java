package dev.limiter.spring.restclient;

import org.springframework.core.Ordered;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;

/**
 * Makes the clients of HTTP service groups take permits: their builders are no beans. The last of the configurers, so that
 * the repeats come first.
 */
public final class LimitedRestClientGroups implements RestClientHttpServiceGroupConfigurer {

    private final RestClientLimits limits;

    /** With what limits every other client. */
    public LimitedRestClientGroups(RestClientLimits limits) {
        this.limits = limits;
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public void configureGroups(Groups<RestClient.Builder> groups) {
        groups.forEachClient((group, builder) -> this.limits.limitInPlace(builder));
    }
}
