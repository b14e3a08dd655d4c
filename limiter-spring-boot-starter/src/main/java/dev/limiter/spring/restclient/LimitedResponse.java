package dev.limiter.spring.restclient;

import dev.limiter.http.ResponseClassifier;
import dev.limiter.spring.call.BlockingAttempt;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.client.ClientHttpResponse;

/** A response that ends its attempt when its body has been read, or it is closed. */
final class LimitedResponse implements ClientHttpResponse {

    /** Spring's own, which is not public. */
    static final String OF_HTTP_URL_CONNECTION = "org.springframework.http.client.SimpleClientHttpResponse";

    private final ClientHttpResponse response;

    private final BlockingAttempt attempt;

    private @Nullable InputStream body;

    LimitedResponse(ClientHttpResponse response, BlockingAttempt attempt) {
        this.response = response;
        this.attempt = attempt;
    }

    /** The first piece of the body, which is still to be read as a whole; {@code null} where there is no body. */
    @Nullable
    String readPiece() throws IOException {
        InputStream rest = this.response.getBody();
        byte[] piece = rest.readNBytes(ResponseClassifier.BODY_PIECE_BYTES);
        this.body = new Watched(new SequenceInputStream(new ByteArrayInputStream(piece), rest));
        if (piece.length == 0) {
            return null;
        }
        MediaType type = getHeaders().getContentType();
        Charset charset = (type != null) ? type.getCharset() : null;
        return new String(piece, (charset != null) ? charset : StandardCharsets.UTF_8);
    }

    @Override
    public HttpStatusCode getStatusCode() throws IOException {
        return this.response.getStatusCode();
    }

    @Override
    public String getStatusText() throws IOException {
        return this.response.getStatusText();
    }

    @Override
    public HttpHeaders getHeaders() {
        return this.response.getHeaders();
    }

    @Override
    public InputStream getBody() throws IOException {
        InputStream whole = this.body;
        if (whole == null) {
            whole = new Watched(this.response.getBody());
            this.body = whole;
        }
        return whole;
    }

    @Override
    public void close() {
        try {
            this.response.close();
        } finally {
            this.attempt.end();
        }
    }

    /** Whether it has been read to its end, or closed. */
    boolean isOver() {
        return this.attempt.isOver();
    }

    /**
     * Whether another thread can {@link #cutOff() end} a read that waits. HttpURLConnection's reads hold a lock
     * meanwhile.
     */
    boolean canBeCutOffWhileRead() {
        return !this.response.getClass().getName().equals(OF_HTTP_URL_CONNECTION);
    }

    /** Gives the connection up: whoever reads from it, or drains it, meets its end. */
    void cutOff() {
        this.attempt.cutOff();
        try {
            this.response.getBody().close();
        } catch (IOException ex) {
            // It is given up in any case.
        }
    }

    private final class Watched extends FilterInputStream {

        Watched(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            return (int) watch(super.read());
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            return (int) watch(super.read(bytes, from, length));
        }

        /** Whoever was given the body alone closes it, and not the response. */
        @Override
        public void close() throws IOException {
            try {
                super.close();
            } finally {
                LimitedResponse.this.attempt.end();
            }
        }

        private long watch(long read) {
            if (read < 0) {
                LimitedResponse.this.attempt.end();
            }
            return read;
        }
    }
}
