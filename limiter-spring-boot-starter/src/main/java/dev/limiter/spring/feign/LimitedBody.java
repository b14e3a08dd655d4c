package dev.limiter.spring.feign;

import dev.limiter.http.ResponseClassifier;
import dev.limiter.spring.call.BlockingAttempt;
import dev.limiter.spring.call.RefusedAnswer;
import feign.Response;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** The body of an answer. It ends its attempt when it has been read, or is closed. */
final class LimitedBody implements Response.Body {

    private final Response.Body body;

    private final Charset charset;

    private final BlockingAttempt attempt;

    private @Nullable InputStream whole;

    private int most = Integer.MAX_VALUE;

    private boolean cutOff;

    LimitedBody(Response response, BlockingAttempt attempt) {
        this.body = response.body();
        this.charset = response.charset();
        this.attempt = attempt;
    }

    /** The first piece of the body, which is still to be read as a whole; {@code null} where there is nothing. */
    @Nullable
    String readPiece() throws IOException {
        InputStream rest = this.body.asInputStream();
        byte[] piece = rest.readNBytes(ResponseClassifier.BODY_PIECE_BYTES);
        this.whole = new Watched(new SequenceInputStream(new ByteArrayInputStream(piece), rest));
        return (piece.length > 0) ? new String(piece, this.charset) : null;
    }

    /** Feign reads an error's body to its end before anybody can decide. */
    void cutOffWhereLong() {
        this.most = RefusedAnswer.MOST_BYTES;
    }

    @Override
    public @Nullable Integer length() {
        return this.body.length();
    }

    @Override
    public boolean isRepeatable() {
        return false;
    }

    @Override
    public InputStream asInputStream() throws IOException {
        InputStream stream = this.whole;
        if (stream == null) {
            stream = new Watched(this.body.asInputStream());
            this.whole = stream;
        }
        return stream;
    }

    @Override
    public Reader asReader(Charset encoding) throws IOException {
        return new InputStreamReader(asInputStream(), encoding);
    }

    @Override
    public void close() throws IOException {
        try {
            if (this.cutOff) {
                this.attempt.cutOff();
            }
            this.body.close();
        } finally {
            this.attempt.end();
        }
    }

    private final class Watched extends FilterInputStream {

        private final long since = System.nanoTime();

        private long read;

        Watched(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return (read(one, 0, 1) < 0) ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (LimitedBody.this.most < Integer.MAX_VALUE && isTooLong()) {
                LimitedBody.this.cutOff = true;
                return -1;
            }
            int count = super.read(bytes, from, length);
            if (count < 0) {
                LimitedBody.this.attempt.end();
            } else {
                this.read += count;
            }
            return count;
        }

        private boolean isTooLong() {
            return this.read >= LimitedBody.this.most
                    || System.nanoTime() - this.since > RefusedAnswer.LONGEST.toNanos();
        }

        @Override
        public void close() throws IOException {
            LimitedBody.this.close();
        }
    }
}
