package dev.limiter.sample.worker;

import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

/**
 * Gives an application connections and threads of its own, as a process has them. Those that the applications of a JVM share
 * end for all of them with the first.
 */
@Configuration(proxyBeanMethods = false)
public class OwnConnections {

    @Bean
    ReactorResourceFactory ownConnections() {
        ReactorResourceFactory resources = new ReactorResourceFactory();
        resources.setUseGlobalResources(false);
        resources.setShutdownQuietPeriod(Duration.ZERO);
        return resources;
    }
}
