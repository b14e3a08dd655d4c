package dev.limiter.spring.client;

import static dev.limiter.spring.testing.LimitedApplication.all;
import static dev.limiter.spring.testing.LimitedApplication.contour;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.limiter.spring.testing.LimitedApplication;
import dev.limiter.spring.testing.Upstream;
import dev.limiter.spring.testing.Upstream.Answer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClientRequestException;

/** A server that does not take connections in time: nothing was sent, so that a POST is repeated too. */
class ConnectTimeOutTests {

    /** Nobody accepts from it. */
    private final ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

    private final List<Socket> queue = new ArrayList<>();

    private final Upstream unused = Upstream.answering(Answer.ok());

    ConnectTimeOutTests() throws IOException {
        for (int i = 0; i < 20; i++) {
            Socket socket = new Socket();
            this.queue.add(socket);
            try {
                socket.connect(this.full.getLocalSocketAddress(), 200);
            } catch (SocketTimeoutException ex) {
                return;
            }
        }
        throw new IOException("the backlog of the server is not full yet");
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : this.queue) {
            socket.close();
        }
        this.full.close();
        this.unused.close();
    }

    private String url() {
        return "http://127.0.0.1:" + ((InetSocketAddress) this.full.getLocalSocketAddress()).getPort();
    }

    private LimitedApplication application(String library) {
        return LimitedApplication.start(all(
                contour("api", this.unused, "hosts=127.0.0.1:" + this.full.getLocalPort(), "retry.max-attempts=3"),
                // Where the library follows redirects unseen, the connection may be another one.
                List.of(
                        "spring.http.clients.connect-timeout=200ms",
                        "spring.http.clients.redirects=dont-follow",
                        library)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http-components", "jdk", "simple", "reactor"})
    void a_post_of_a_client_that_blocks_is_repeated(String library) {
        try (LimitedApplication application = application("spring.http.clients.imperative.factory=" + library)) {
            RestClient client = application.bean(RestClient.Builder.class).build();

            Throwable thrown = catchThrowable(
                    () -> client.post().uri(url()).body("a record").retrieve().toBodilessEntity());

            assertThat(thrown).isInstanceOf(ResourceAccessException.class);
            assertThat(application.told().repeated).containsExactly("api #2", "api #3");
        }
    }

    @Test
    void a_post_of_a_web_client_is_repeated() {
        try (LimitedApplication application = application("spring.http.clients.reactive.connector=reactor")) {
            Throwable thrown = catchThrowable(() -> application
                    .builder()
                    .build()
                    .post()
                    .uri(url())
                    .bodyValue("a record")
                    .retrieve()
                    .toBodilessEntity()
                    .block());

            assertThat(thrown).isInstanceOf(WebClientRequestException.class);
            assertThat(application.told().repeated).containsExactly("api #2", "api #3");
        }
    }
}
