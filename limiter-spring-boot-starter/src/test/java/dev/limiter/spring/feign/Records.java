package dev.limiter.spring.feign;

import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import feign.Response;
import java.util.List;
import org.springframework.cloud.openfeign.EnableFeignClients;
import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;

/** A Feign client as an application declares it. */
@FeignClient(name = "records", url = "${upstream.url}")
interface Records {

    @GetMapping("/a")
    String get();

    @GetMapping("/a")
    void visit();

    @GetMapping("/a")
    Response raw();

    @PostMapping("/a")
    String post(@RequestBody String body);

    @PostMapping("/a")
    String post(@RequestHeader("Idempotency-Key") String key, @RequestBody String body);

    @PostMapping("/a")
    String postNothing();

    default String twice() {
        return get() + ", " + get();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableFeignClients(clients = Records.class)
    class Enabled {}

    /** An application whose contour {@code api} has the hosts of a server. */
    static LimitedApplication start(Upstream upstream, String library, List<String> settings, Class<?>... more) {
        List<String> properties =
                new java.util.ArrayList<>(LimitedApplication.contour("api", upstream, settings.toArray(String[]::new)));
        properties.add("upstream.url=" + upstream.url());
        properties.add("spring.cloud.openfeign.httpclient.hc5.enabled=" + library.equals("apache"));
        Class<?>[] all = new Class<?>[more.length + 1];
        all[0] = Enabled.class;
        System.arraycopy(more, 0, all, 1, more.length);
        return LimitedApplication.start(properties, all);
    }
}
