package dev.limiter.spring.webclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.spring.call.LimiterAttributes;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URI;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.InputStreamResource;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.MultipartBodyBuilder;
import org.springframework.http.client.reactive.ClientHttpRequest;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.function.BodyInserter;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.client.ClientRequest;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;

/** What can be sent twice: values, and nothing that may be read once only. */
class RepeatableBodyTests {

    record Titled(String title) {}

    record Body(String name, BodyInserter<?, ? super ClientHttpRequest> inserter) {
        @Override
        public String toString() {
            return this.name;
        }
    }

    static final List<Body> repeatable = List.of(
            new Body("no body", BodyInserters.empty()),
            new Body("text", BodyInserters.fromValue("text")),
            new Body("bytes", BodyInserters.fromValue(new byte[] {1, 2})),
            new Body("record", BodyInserters.fromValue(new Titled("t"))),
            new Body("typed", BodyInserters.fromValue(List.of("a"), new ParameterizedTypeReference<List<String>>() {})),
            new Body("map", BodyInserters.fromValue(Map.of("a", 1))),
            new Body("form", BodyInserters.fromFormData("a", "b").with("c", "d")),
            new Body("form as value", BodyInserters.fromValue(form("a", "b"))),
            new Body("resource", BodyInserters.fromResource(new ByteArrayResource(new byte[] {1}))),
            new Body("resource as value", BodyInserters.fromValue(new ByteArrayResource(new byte[] {1}))),
            new Body(
                    "multipart of values",
                    BodyInserters.fromMultipartData("a", "b").with("c", new Titled("t"))),
            new Body("multipart of a resource", BodyInserters.fromMultipartData("a", new ByteArrayResource(new byte[] {1
            }))),
            new Body("publisher that holds its value", BodyInserters.fromPublisher(Mono.just("a"), String.class)));

    static final List<Body> readOnce = List.of(
            new Body("flux", BodyInserters.fromPublisher(Flux.just("a", "b"), String.class)),
            new Body("lazy mono", BodyInserters.fromPublisher(Mono.fromSupplier(() -> "a"), String.class)),
            new Body("mono of a stream", BodyInserters.fromPublisher(Mono.just(open()), InputStreamResource.class)),
            new Body("future", BodyInserters.fromProducer(CompletableFuture.completedFuture("a"), String.class)),
            new Body("buffers", BodyInserters.fromDataBuffers(Mono.just(buffer()))),
            new Body("buffer as value", BodyInserters.fromValue(buffer())),
            new Body("Netty's buffer", BodyInserters.fromValue(Unpooled.wrappedBuffer(new byte[] {1}))),
            new Body("output stream", BodyInserters.fromOutputStream(out -> {}, Runnable::run)),
            new Body("open resource", BodyInserters.fromResource(open())),
            new Body("open resource as value", BodyInserters.fromValue(open())),
            new Body("input stream", BodyInserters.fromValue(InputStream.nullInputStream())),
            new Body("reader", BodyInserters.fromValue(new StringReader(""))),
            new Body(
                    "iterator",
                    BodyInserters.fromValue(
                            List.of(1).iterator(), new ParameterizedTypeReference<Iterator<Integer>>() {})),
            new Body("multipart of an open resource", BodyInserters.fromMultipartData("a", open())),
            new Body(
                    "multipart of a publisher",
                    BodyInserters.fromMultipartAsyncData("a", Flux.just("b"), String.class)),
            new Body("multipart as value", BodyInserters.fromValue(partsOf(Flux.just("b")))),
            new Body("own inserter", (message, context) -> message.writeWith(Mono.just(buffer()))));

    private static InputStreamResource open() {
        return new InputStreamResource(new ByteArrayInputStream(new byte[] {1}));
    }

    private static DataBuffer buffer() {
        return DefaultDataBufferFactory.sharedInstance.wrap(new byte[] {1});
    }

    private static MultiValueMap<String, String> form(String name, String value) {
        MultiValueMap<String, String> form = new LinkedMultiValueMap<>();
        form.add(name, value);
        return form;
    }

    private static MultiValueMap<String, ?> partsOf(Flux<String> content) {
        MultipartBodyBuilder parts = new MultipartBodyBuilder();
        parts.asyncPart("a", content, String.class);
        return parts.build();
    }

    private static ClientRequest.Builder request() {
        return ClientRequest.create(HttpMethod.POST, URI.create("http://localhost/"));
    }

    @AfterEach
    void resetHooks() {
        Hooks.resetOnOperatorDebug();
    }

    @ParameterizedTest
    @FieldSource("repeatable")
    void p98_a_value_can_be_sent_again(Body body) {
        assertThat(RepeatableBody.isIn(request().body(body.inserter()).build())).isTrue();
    }

    @ParameterizedTest
    @FieldSource("readOnce")
    void p98_what_may_be_read_once_only_is_not_sent_again(Body body) {
        assertThat(RepeatableBody.isIn(request().body(body.inserter()).build())).isFalse();
    }

    @Test
    void p98_the_request_can_say_it_itself() {
        ClientRequest.Builder stream = request().body(BodyInserters.fromPublisher(Flux.just("a", "b"), String.class));
        ClientRequest.Builder value = request().body(BodyInserters.fromValue("a"));

        assertThat(RepeatableBody.isIn(stream.attribute(LimiterAttributes.REPEATABLE_BODY, true)
                        .build()))
                .isTrue();
        assertThat(RepeatableBody.isIn(value.attribute(LimiterAttributes.REPEATABLE_BODY, false)
                        .build()))
                .isFalse();
    }

    @Test
    void p98_looking_reads_nothing_and_runs_no_inserter_of_the_applications_own() {
        AtomicInteger subscriptions = new AtomicInteger();
        AtomicInteger runs = new AtomicInteger();
        Flux<String> stream = Flux.just("a", "b").doOnSubscribe(it -> subscriptions.incrementAndGet());

        RepeatableBody.isIn(request()
                .body(BodyInserters.fromPublisher(stream, String.class))
                .build());
        RepeatableBody.isIn(request()
                .body((message, context) -> {
                    runs.incrementAndGet();
                    return Mono.empty();
                })
                .build());

        assertThat(subscriptions).hasValue(0);
        assertThat(runs).hasValue(0);
    }

    @Test
    void a_value_is_recognised_in_reactors_debug_mode_too() {
        Hooks.onOperatorDebug();

        assertThat(RepeatableBody.isIn(
                        request().body(BodyInserters.fromValue("a")).build()))
                .isTrue();
        assertThat(RepeatableBody.isIn(request()
                        .body(BodyInserters.fromPublisher(Mono.fromCallable(() -> "a"), String.class))
                        .build()))
                .isFalse();
    }
}
