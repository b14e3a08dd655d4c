package dev.limiter.spring.restclient;

import dev.limiter.spring.call.RefusedAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.HttpServerErrorException;
import org.springframework.web.client.RestClientResponseException;
import org.springframework.web.client.UnknownHttpStatusCodeException;

/**
 * A response that nobody will see. A small body is read, so that its connection returns to the pool; of a large, endless or
 * stalled one the connection is given up.
 */
final class RefusedResponse {

    private final ClientHttpResponse response;

    /** Else only what has arrived is read, and where that is not all the connection is given up. */
    private final boolean mayWait;

    private final @Nullable LimitedResponse origin;

    /**
     * @param response as it came out of the interceptors
     * @param origin which it is, or wraps; {@code null} where it came from no exchange of ours
     */
    RefusedResponse(ClientHttpResponse response, @Nullable LimitedResponse origin) {
        this.response = response;
        this.origin = origin;
        this.mayWait = origin == null || origin.canBeCutOffWhileRead();
    }

    void release() {
        read();
    }

    /** The exception that Spring makes of the response, with as much of its body as is read here. */
    RestClientResponseException exception() {
        byte[] body = read();
        HttpHeaders headers = this.response.getHeaders();
        MediaType type = headers.getContentType();
        @Nullable Charset charset = (type != null) ? type.getCharset() : null;
        try {
            HttpStatusCode status = this.response.getStatusCode();
            String text = this.response.getStatusText();
            if (status.is4xxClientError()) {
                return HttpClientErrorException.create(status, text, headers, body, charset);
            }
            if (status.is5xxServerError()) {
                return HttpServerErrorException.create(status, text, headers, body, charset);
            }
            return new UnknownHttpStatusCodeException(status.value(), text, headers, body, charset);
        } catch (IOException ex) {
            return new RestClientResponseException("the answer cannot be read", 0, "", headers, body, charset);
        }
    }

    private byte[] read() {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        // Nothing else ends a read from a server that sends nothing more.
        CompletableFuture<Void> watch = CompletableFuture.runAsync(
                this::cutOff,
                CompletableFuture.delayedExecutor(RefusedAnswer.LONGEST.toMillis(), TimeUnit.MILLISECONDS));
        try (this.response) {
            if (!isReadToItsEnd(read)) {
                cutOff();
            }
        } finally {
            watch.cancel(false);
        }
        return read.toByteArray();
    }

    private boolean isReadToItsEnd(ByteArrayOutputStream read) {
        byte[] buffer = new byte[8 * 1024];
        long since = System.nanoTime();
        try {
            InputStream body = this.response.getBody();
            while (read.size() < RefusedAnswer.MOST_BYTES
                    && System.nanoTime() - since < RefusedAnswer.LONGEST.toNanos()) {
                if (!this.mayWait && body.available() == 0) {
                    return false;
                }
                int length = body.read(buffer, 0, Math.min(buffer.length, RefusedAnswer.MOST_BYTES - read.size()));
                if (length < 0) {
                    return true;
                }
                read.write(buffer, 0, length);
            }
        } catch (IOException ex) {
            // Cut off, or broken: there is nothing more to come.
        }
        return false;
    }

    private void cutOff() {
        if (this.origin != null) {
            this.origin.cutOff();
        }
    }
}
