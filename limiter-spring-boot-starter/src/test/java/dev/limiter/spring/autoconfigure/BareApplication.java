package dev.limiter.spring.autoconfigure;

import dev.limiter.PermitPer;
import dev.limiter.PermitTimeoutException;
import dev.limiter.RateLimited;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Calls marked methods and says how it went. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration(LimiterAutoConfiguration.class)
class BareApplication {

    public static void main(String[] arguments) {
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(BareApplication.class)
                .web(WebApplicationType.NONE)
                .properties(
                        "limiter.store=memory",
                        "limiter.contours.one.limits[0].rate=1/h",
                        "limiter.contours.one.limits[0].capacity=2",
                        "limiter.contours.two.quota=10/s")
                .run(arguments)) {
            Client client = context.getBean(Client.class);
            client.blocking();
            client.blocking();
            String then = "nothing";
            try {
                client.blocking();
            } catch (PermitTimeoutException ex) {
                then = ex.getClass().getSimpleName();
            }
            client.unseen();
            System.out.printf(
                    "blocking: 2 calls, then %s, staged: %s%n",
                    then, client.staged().join());
        }
    }

    @Bean
    Client client() {
        return new Client();
    }

    static class Client {

        @RateLimited(contour = "one", permit = PermitPer.METHOD)
        public void blocking() {}

        @RateLimited(contour = "two", permit = PermitPer.METHOD)
        public CompletableFuture<String> staged() {
            return CompletableFuture.completedFuture("done");
        }

        @RateLimited(contour = "two")
        public String unseen() {
            return "nothing sent";
        }
    }
}
