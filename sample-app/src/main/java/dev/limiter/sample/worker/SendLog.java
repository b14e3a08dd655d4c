package dev.limiter.sample.worker;

import dev.limiter.LimiterListener;
import dev.limiter.WaitReason;
import dev.limiter.sample.deposit.RepositoryClient;
import io.netty.util.AttributeKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import reactor.netty.Connection;
import reactor.netty.http.client.HttpClient;

/**
 * Watches a worker's connections. A filter of its WebClient would not do: it runs before the wait for the permit, so that
 * it knows when a call began, and not when its request went out.
 */
final class SendLog implements LimiterListener {

    private static final AttributeKey<Instant> SENT_AT = AttributeKey.valueOf(SendLog.class, "sentAt");

    private final String worker;
    private final SendListener listener;
    private final InstantSource clock;

    SendLog(String worker, SendListener listener, InstantSource clock) {
        this.worker = worker;
        this.listener = listener;
        this.clock = clock;
    }

    HttpClient watch(HttpClient client) {
        return client.doAfterRequest((request, connection) -> wrote(connection))
                .doOnResponse((response, connection) ->
                        tell(connection, response.status().code()))
                .doOnResponseError((response, failure) -> {
                    if (response instanceof Connection connection) {
                        tell(connection, 0);
                    }
                });
    }

    @Override
    public void granted(String contour, Duration waited, WaitReason reason) {
        this.listener.granted(this.clock.instant());
    }

    private void wrote(Connection connection) {
        connection.channel().attr(SENT_AT).set(this.clock.instant());
    }

    private void tell(Connection connection, int status) {
        Instant sentAt = connection.channel().attr(SENT_AT).getAndSet(null);
        if (sentAt != null) {
            this.listener.sent(new Send(sentAt, RepositoryClient.CONTOUR, this.worker, status));
        }
    }
}
