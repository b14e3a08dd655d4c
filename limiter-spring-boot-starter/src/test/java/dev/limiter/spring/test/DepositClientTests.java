package dev.limiter.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.test.DepositApplication.DepositClient;
import dev.limiter.test.VirtualClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistrar;

@SpringBootTest(
        webEnvironment = WebEnvironment.NONE,
        properties = {"limiter.contours.datacite.quota=3000/5m", "limiter.contours.datacite.max-wait=2h"})
@LimiterInVirtualTime
class DepositClientTests {

    @Autowired
    private DepositClient client;

    @Autowired
    private FakeApi api;

    @Autowired
    private GateRegistry registry;

    @Autowired
    private VirtualClock clock;

    @Test
    void a_deposit_waits_for_a_pause_of_an_hour_and_goes_on() {
        this.api.pause(Duration.ofHours(1));
        CompletableFuture<String> deposit = this.client.deposit("10.5072/1").toFuture();

        this.clock.awaitWaiting(this.registry, "datacite", 1);
        this.clock.advance(Duration.ofMinutes(59));
        assertThat(deposit).isNotDone();

        this.clock.advance(Duration.ofMinutes(1).plusSeconds(1));
        assertThat(deposit).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("deposited");
        this.api.arrivals().assertNothingBetween(Duration.ZERO, Duration.ofHours(1));
        assertThat(this.api.refusals()).isEqualTo(1);
    }

    @TestConfiguration(proxyBeanMethods = false)
    static class Datacite {

        @Bean
        FakeApi fakeApi(VirtualClock clock) {
            return FakeApi.start(ServerQuota.fixedWindow(3000, Duration.ofMinutes(5)), clock)
                    .answer(request -> FakeApi.Answer.text("deposited"));
        }

        @Bean
        DynamicPropertyRegistrar urlAndHost(FakeApi api) {
            return properties -> {
                properties.add("datacite.url", api::url);
                properties.add("limiter.contours.datacite.hosts", api::host);
            };
        }
    }
}
