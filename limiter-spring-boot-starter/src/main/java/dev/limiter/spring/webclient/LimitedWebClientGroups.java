package dev.limiter.spring.webclient;

import org.springframework.core.Ordered;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;

/**
 * Makes the clients of HTTP service groups take permits: their builders are no beans. The last of the configurers, so that
 * the limiter's filter comes first.
 */
public final class LimitedWebClientGroups implements WebClientHttpServiceGroupConfigurer {

    private final WebClientLimits limits;

    /** With what limits every other client. */
    public LimitedWebClientGroups(WebClientLimits limits) {
        this.limits = limits;
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public void configureGroups(Groups<WebClient.Builder> groups) {
        groups.forEachClient((group, builder) -> this.limits.limitInPlace(builder));
    }
}
