package dev.limiter.benchmarks.call;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.reactive.ClientHttpConnector;
import org.springframework.web.reactive.function.client.WebClient;

/** A Spring Boot application without a server, whose HTTP client is {@link AtOnceConnector}. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Application {

    @Bean
    ClientHttpConnector connector() {
        return new AtOnceConnector();
    }

    @Bean
    Works works(WebClient.Builder builder) {
        return new Works(builder);
    }

    /** As it would be without the starter: none of its auto-configurations is there. */
    static ConfigurableApplicationContext withoutStarter() {
        String ours = StreamSupport.stream(
                        ImportCandidates.load(AutoConfiguration.class, Application.class.getClassLoader())
                                .spliterator(),
                        false)
                .filter(name -> name.startsWith("dev.limiter."))
                .collect(Collectors.joining(","));
        return application().run("--spring.autoconfigure.exclude=" + ours);
    }

    /** With two contours whose limits no machine can use up. */
    static ConfigurableApplicationContext withStarter(boolean meters) {
        ConfigurableApplicationContext context = application()
                .run(
                        "--limiter.store=memory",
                        "--limiter.contours.listed.hosts=listed.example",
                        "--limiter.contours.listed.limits[0].rate=1000000/s",
                        "--limiter.contours.listed.limits[0].capacity=1000000",
                        "--limiter.contours.marked.limits[0].rate=1000000/s",
                        "--limiter.contours.marked.limits[0].capacity=1000000");
        if (meters) {
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            context.getBeanProvider(MeterBinder.class).forEach(binder -> binder.bindTo(registry));
        }
        return context;
    }

    private static SpringApplicationBuilder application() {
        return new SpringApplicationBuilder(Application.class)
                .bannerMode(Banner.Mode.OFF)
                .web(WebApplicationType.NONE);
    }
}
