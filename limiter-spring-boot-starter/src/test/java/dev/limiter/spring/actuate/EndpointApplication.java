package dev.limiter.spring.actuate;

import com.jayway.jsonpath.JsonPath;
import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A web application on the loopback whose actuator shows the endpoint. */
final class EndpointApplication implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private final HttpClient http = HttpClient.newHttpClient();

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Main {}

    /** An answer of the actuator. */
    record Said(int status, String body) {

        <T> T at(String path) {
            return JsonPath.read(this.body, path);
        }
    }

    EndpointApplication(List<String> properties) {
        List<String> all = new ArrayList<>(List.of(
                "--server.port=0",
                "--server.address=127.0.0.1",
                "--limiter.store=memory",
                "--management.endpoints.web.exposure.include=limiter",
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn",
                "--spring.main.register-shutdown-hook=false"));
        properties.forEach(property -> all.add("--" + property));
        this.context = new SpringApplicationBuilder(Main.class)
                .web(WebApplicationType.SERVLET)
                .run(all.toArray(String[]::new));
    }

    /** With the contour {@code api} for the hosts of a server. */
    static EndpointApplication calling(Upstream upstream, String... more) {
        List<String> properties = new ArrayList<>(LimitedApplication.contour("api", upstream));
        properties.addAll(List.of(more));
        return new EndpointApplication(properties);
    }

    <T> T bean(Class<T> type) {
        return this.context.getBean(type);
    }

    Said get(String path) {
        return send(request(path).GET());
    }

    Said post(String path, String json) {
        return send(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(json)));
    }

    Said delete(String path) {
        return send(request(path).DELETE());
    }

    private HttpRequest.Builder request(String path) {
        String port = this.context.getEnvironment().getRequiredProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:%s/actuator%s".formatted(port, path)))
                .timeout(Duration.ofSeconds(20));
    }

    private Said send(HttpRequest.Builder request) {
        try {
            var response = this.http.send(request.build(), BodyHandlers.ofString());
            return new Said(response.statusCode(), response.body());
        } catch (IOException ex) {
            throw new AssertionError("the actuator did not answer", ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", ex);
        }
    }

    @Override
    public void close() {
        this.context.close();
    }
}
