package dev.limiter.sample.page;

import static org.springframework.web.reactive.function.server.RequestPredicates.POST;
import static org.springframework.web.reactive.function.server.RouterFunctions.route;

import dev.limiter.sample.worker.OwnConnections;
import java.net.URI;
import java.util.Map;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The web server of the page. Its files are in {@code resources/page}, and the chart library is in a jar. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(OwnConnections.class)
class PageApplication {

    @Bean
    RouterFunction<ServerResponse> events(Snapshots snapshots) {
        return route().GET(
                        "/events",
                        request -> ServerResponse.ok()
                                .contentType(MediaType.TEXT_EVENT_STREAM)
                                .body(snapshots.follow(), Snapshot.class))
                .build();
    }

    @Bean
    RouterFunction<ServerResponse> buttons(Controls controls) {
        Map<String, Runnable> buttons = Map.of(
                "/load/off", controls::off,
                "/load/steady", controls::steady,
                "/load/burst", controls::burst,
                "/pause", controls::pause,
                "/resume", controls::resume,
                "/redis/kill", controls::killRedis,
                "/redis/start", controls::startRedis,
                "/buckets/separate", controls::separate,
                "/buckets/shared", controls::share);
        return buttons.entrySet().stream()
                .map(button -> route(POST(button.getKey()), request -> press(button.getValue())))
                .reduce(RouterFunction::and)
                .orElseThrow();
    }

    private static Mono<ServerResponse> press(Runnable button) {
        return Mono.fromRunnable(button)
                .subscribeOn(Schedulers.boundedElastic())
                .then(ServerResponse.noContent().build())
                .onErrorResume(
                        NotDoneException.class,
                        ex -> ServerResponse.status(HttpStatus.CONFLICT)
                                .contentType(MediaType.TEXT_PLAIN)
                                .bodyValue(String.valueOf(ex.getMessage())));
    }

    /** Nothing comes from elsewhere, and no page from elsewhere presses a button. */
    @Bean
    WebFilter fence() {
        return (exchange, chain) -> {
            HttpHeaders headers = exchange.getResponse().getHeaders();
            headers.set("Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'");
            headers.set("X-Content-Type-Options", "nosniff");
            headers.set(HttpHeaders.CACHE_CONTROL, "no-store");
            if (isForeign(exchange.getRequest())) {
                exchange.getResponse().setStatusCode(HttpStatus.FORBIDDEN);
                return exchange.getResponse().setComplete();
            }
            return chain.filter(exchange.mutate().response(written(exchange)).build());
        };
    }

    /**
     * The response without a way to have files transferred by the kernel: that was seen to stop for good now and then, and
     * from the packaged jar, where there are no files, it is written like this anyway.
     */
    private static ServerHttpResponse written(ServerWebExchange exchange) {
        return new ServerHttpResponseDecorator(exchange.getResponse());
    }

    /** A name that somebody has let point to this machine is foreign, too. */
    private static boolean isForeign(ServerHttpRequest request) {
        URI here = request.getURI();
        String origin = request.getHeaders().getOrigin();
        boolean local = "127.0.0.1".equals(here.getHost()) || "localhost".equals(here.getHost());
        boolean own = origin == null || origin.equals("http://" + here.getAuthority());
        return !local || (!own && request.getMethod().equals(HttpMethod.POST));
    }
}
