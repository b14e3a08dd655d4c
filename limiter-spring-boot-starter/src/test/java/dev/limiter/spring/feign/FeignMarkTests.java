package dev.limiter.spring.feign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.limiter.RateLimited;
import dev.limiter.RepeatsExhaustedException;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import feign.FeignException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.openfeign.EnableFeignClients;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Marks on the interfaces of Feign clients. */
class FeignMarkTests {

    private final Upstream upstream = Upstream.answering(Answer.ok());

    private final LimitedApplication application = LimitedApplication.start(
            LimitedApplication.all(
                    contour("method"),
                    LimitedApplication.all(
                            contour("type"),
                            LimitedApplication.all(
                                    contour("parent"),
                                    List.of(
                                            "upstream.url=" + this.upstream.url(),
                                            "limiter.contours.parent.retry.max-attempts=3")))),
            Enabled.class);

    private final Shops shops = this.application.bean(Shops.class);

    private List<String> contour(String name) {
        return LimitedApplication.contour(name, this.upstream, "hosts=");
    }

    @AfterEach
    void close() {
        this.application.close();
        this.upstream.close();
    }

    interface Parent {
        @RateLimited(contour = "parent")
        @GetMapping("/inherited")
        String inherited();
    }

    @FeignClient(name = "shops", url = "${upstream.url}")
    @RateLimited(contour = "type")
    interface Shops extends Parent {

        @RateLimited(contour = "method", key = "#shop")
        @GetMapping("/{shop}")
        String marked(@PathVariable("shop") String shop);

        @GetMapping("/covered")
        String covered();

        @Override
        @GetMapping("/inherited")
        String inherited();
    }

    @FeignClient(name = "heirs", url = "${upstream.url}")
    interface Heirs extends Parent {}

    @Configuration(proxyBeanMethods = false)
    @EnableFeignClients(clients = {Shops.class, Heirs.class})
    static class Enabled {}

    @Test
    void p86_the_nearest_mark_counts() {
        this.shops.marked("1");
        this.shops.covered();
        this.application.bean(Heirs.class).inherited();

        assertThat(this.application.told().granted).containsExactly("method", "type", "parent");
        assertThat(this.application.told().unseen).isEmpty();
    }

    @Test
    void p94_what_was_repeated_as_often_as_it_may_says_so() {
        this.upstream.answer(Answer.status(503));
        assertThatThrownBy(this.application.bean(Heirs.class)::inherited)
                .isInstanceOf(FeignException.ServiceUnavailable.class)
                .matches(RepeatsExhaustedException::isIn);
        assertThat(this.upstream.count()).isEqualTo(3);
    }
}
