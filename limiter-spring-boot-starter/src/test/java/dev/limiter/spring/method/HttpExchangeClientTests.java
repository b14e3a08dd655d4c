package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.RateLimited;
import dev.limiter.spring.call.CallMark;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.WebClient;
import org.springframework.web.reactive.function.client.support.WebClientAdapter;
import org.springframework.web.reactive.function.client.support.WebClientHttpServiceGroupConfigurer;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;
import org.springframework.web.service.registry.HttpServiceGroup;
import org.springframework.web.service.registry.ImportHttpServices;
import reactor.core.publisher.Mono;

class HttpExchangeClientTests {

    private final ApplicationContextRunner runner = Beans.runner().withBean(Seen.class);

    @Test
    void p86_a_client_made_by_hand_is_marked() {
        this.runner.withUserConfiguration(ByHand.class).run(HttpExchangeClientTests::callsAreMarked);
    }

    @Test
    void p86_a_client_of_a_service_group_is_marked() {
        this.runner.withUserConfiguration(OfGroup.class).run(HttpExchangeClientTests::callsAreMarked);
    }

    private static void callsAreMarked(AssertableApplicationContext context) {
        assertThat(context).hasNotFailed();
        Records records = context.getBean(Records.class);
        assertThat(records.reactive("1").block()).isEqualTo("record");
        assertThat(records.blocking("1")).isEqualTo("record");
        assertThat(records.inherited()).isEqualTo("record");
        assertThat(context.getBean(Seen.class).marks)
                .containsExactly("Records.reactive 1", "Records.blocking type", "Parent.inherited type");
    }

    interface Parent {
        @GetExchange("http://localhost/parent")
        String inherited();
    }

    @RateLimited(contour = "datacite", key = "'type'")
    interface Records extends Parent {
        @GetExchange("http://localhost/records")
        @RateLimited(contour = "datacite", key = "#id")
        Mono<String> reactive(@RequestParam String id);

        @GetExchange("http://localhost/records")
        String blocking(@RequestParam String id);
    }

    /** Stands where a limited client would. */
    static class Seen {

        final List<String> marks = new CopyOnWriteArrayList<>();

        WebClient.Builder answering(WebClient.Builder builder) {
            return builder.exchangeFunction(request -> Mono.deferContextual(context -> {
                CallMark mark = CallMark.current(context);
                if (mark != null) {
                    mark.attemptSeen();
                    this.marks.add(mark.method().replaceFirst("^HttpExchangeClientTests.", "") + " " + mark.key());
                }
                return Mono.just(
                        ClientResponse.create(HttpStatus.OK).body("record").build());
            }));
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class ByHand {
        @Bean
        Records records(Seen seen) {
            WebClient client = seen.answering(WebClient.builder()).build();
            return HttpServiceProxyFactory.builderFor(WebClientAdapter.create(client))
                    .build()
                    .createClient(Records.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportHttpServices(group = "records", types = Records.class, clientType = HttpServiceGroup.ClientType.WEB_CLIENT)
    static class OfGroup {
        @Bean
        WebClientHttpServiceGroupConfigurer answers(Seen seen) {
            return groups -> groups.forEachClient((group, builder) -> seen.answering(builder));
        }
    }
}
