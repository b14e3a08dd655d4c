package dev.limiter.spring.docs;

import dev.limiter.Permit;
import dev.limiter.RateLimited;
import dev.limiter.bucket.BucketStore;
import dev.limiter.bucket.InMemoryBucketStore;
import dev.limiter.contour.Contour;
import dev.limiter.contour.Quota;
import dev.limiter.gate.GateRegistry;
import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.Verdict;
import dev.limiter.spring.event.LimiterEvent;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import reactor.core.publisher.Flux;

/** The code of the guide, and of the documents beside it. */
final class GuideCode {

    private GuideCode() {}

    record Shop(String id) {}

    record Query(int cost) {}

    record Order(String number) {}

    record Metadata(String title) {}

    record Deposit(String id) {}

    interface ShopClient {

        @RateLimited(contour = "shop", key = "#shop.id", permits = "#query.cost")
        Flux<Order> orders(Shop shop, Query query);
    }

    interface Register {

        @RateLimited(contour = "datacite", operation = "#deposit.id")
        Deposit register(Deposit deposit);
    }

    @Configuration(proxyBeanMethods = false)
    static class Classifiers {

        @Bean
        @Qualifier("github")
        ResponseClassifier github() {
            return ResponseClassifier.rules()
                    .on(
                            403,
                            answer -> answer.retryAfter()
                                    .map(wait -> Verdict.throttled().withRetryAfter(wait)))
                    .build();
        }
    }

    interface Chat {
        void say(String text);
    }

    static final class Announcer {

        private final Chat chat;

        Announcer(Chat chat) {
            this.chat = chat;
        }

        @EventListener
        void on(LimiterEvent.PauseBegan pause) {
            this.chat.say("%s stands still for %s: %s".formatted(pause.contour(), pause.length(), pause.cause()));
        }
    }

    static void withoutSpring() throws InterruptedException {
        BucketStore store = new InMemoryBucketStore();
        Contour datacite =
                Contour.named("datacite").quota(Quota.parse("3000/5m")).build();
        try (GateRegistry registry =
                        GateRegistry.builder(store).contours(List.of(datacite)).build();
                Permit permit = registry.limiter("datacite").acquire()) {
            permit.succeeded(); // when one request has been sent
        }
    }
}
