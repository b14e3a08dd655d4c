package dev.limiter.spring.client;

import java.time.Duration;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.netty.http.client.HttpClient;
import reactor.netty.resources.ConnectionProvider;

/** Two connections at most, for the libraries whose pools have a size. */
@Configuration(proxyBeanMethods = false)
class SmallPools {

    @Bean
    PoolingHttpClientConnectionManager pool() {
        return PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(2)
                .setMaxConnPerRoute(2)
                .build();
    }

    @Bean
    ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> smallApachePool(
            PoolingHttpClientConnectionManager pool) {
        return builder -> builder.withHttpClientCustomizer(client -> client.setConnectionManager(pool));
    }

    @Bean(destroyMethod = "dispose")
    ConnectionProvider provider() {
        return ConnectionProvider.builder("two")
                .maxConnections(2)
                .pendingAcquireTimeout(Duration.ofSeconds(3))
                .build();
    }

    @Bean
    ClientHttpRequestFactoryBuilderCustomizer<ReactorClientHttpRequestFactoryBuilder> smallNettyPool(
            ConnectionProvider provider) {
        return builder -> builder.withHttpClientFactory(() -> HttpClient.create(provider));
    }
}
