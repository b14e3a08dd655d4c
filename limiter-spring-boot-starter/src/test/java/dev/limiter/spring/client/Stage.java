package dev.limiter.spring.client;

import dev.limiter.RateLimited;
import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.Verdict;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the application of every client has beside it. */
@Configuration(proxyBeanMethods = false)
class Stage {

    /** A service whose methods are marked, and block. */
    static class Marked {

        @RateLimited(contour = "marked", key = "#key")
        public <T> T call(String key, Callable<T> call) throws Exception {
            return call.call();
        }

        @RateLimited(contour = "thrice")
        public <T> T thrice(Callable<T> call) throws Exception {
            return call.call();
        }
    }

    @Bean
    Marked marked() {
        return new Marked();
    }

    @Bean
    @Qualifier("pay")
    ResponseClassifier pay() {
        return ResponseClassifier.rules()
                .onBody(
                        429,
                        answer -> answer.body()
                                .filter(body -> body.startsWith("pay"))
                                .map(body -> Verdict.finalAnswer()))
                .build();
    }

    @Bean
    @Qualifier("firewall")
    ResponseClassifier firewall() {
        return ResponseClassifier.rules()
                .onBody(
                        403,
                        answer -> answer.body()
                                .filter(body -> body.startsWith("too fast"))
                                .map(body -> Verdict.throttled().withRetryAfter(Duration.ofMillis(300))))
                .build();
    }
}
