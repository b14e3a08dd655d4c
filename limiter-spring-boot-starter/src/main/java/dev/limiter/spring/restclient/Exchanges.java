package dev.limiter.spring.restclient;

import dev.limiter.spring.call.BlockingCall;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.client.ClientHttpResponse;

/**
 * The exchanges of one call. Travels as an attribute of the request, so that the exchange at the bottom can say what it was
 * answered: an interceptor in between may wrap the response, and a refused one must be given up all the same.
 */
final class Exchanges implements BlockingCall.Client<ClientHttpResponse, IOException> {

    /** The attribute of a request that holds the exchanges of its call. */
    static final String ATTRIBUTE = Exchanges.class.getName();

    private final Sending sending;

    private volatile @Nullable LimitedResponse answer;

    /** @param sending sends the request once, through what lies below */
    Exchanges(Sending sending) {
        this.sending = sending;
    }

    @FunctionalInterface
    interface Sending {
        ClientHttpResponse send() throws IOException;
    }

    /** The last exchange was answered so. */
    void answered(LimitedResponse response) {
        this.answer = response;
    }

    @Override
    public ClientHttpResponse send() throws IOException {
        this.answer = null;
        return this.sending.send();
    }

    @Override
    public int status(ClientHttpResponse response) {
        try {
            return response.getStatusCode().value();
        } catch (IOException ex) {
            // Then nothing is known of it, and it is none that the limiter has seen.
            return -1;
        }
    }

    @Override
    public void release(ClientHttpResponse response) {
        new RefusedResponse(response, this.answer).release();
    }

    /** An interceptor has thrown in its place: it would keep its place from the repeat. */
    @Override
    public void releaseDropped() {
        LimitedResponse dropped = this.answer;
        if (dropped != null && !dropped.isOver()) {
            new RefusedResponse(dropped, dropped).release();
        }
    }

    @Override
    public Exception exceptionOf(ClientHttpResponse response) {
        return new RefusedResponse(response, this.answer).exception();
    }
}
