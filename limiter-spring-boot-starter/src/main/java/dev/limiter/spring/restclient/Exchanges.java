package dev.limiter.spring.restclient;

import dev.limiter.spring.call.BlockingCall;
import java.io.IOException;
import org.springframework.http.client.ClientHttpResponse;

/**
 * The exchanges of one call.
 *
 * @param sending sends the request once, through what lies below
 */
record Exchanges(Sending sending) implements BlockingCall.Client<ClientHttpResponse, IOException> {

    @FunctionalInterface
    interface Sending {
        ClientHttpResponse send() throws IOException;
    }

    @Override
    public ClientHttpResponse send() throws IOException {
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
        new RefusedResponse(response).release();
    }

    @Override
    public Exception exceptionOf(ClientHttpResponse response) {
        return new RefusedResponse(response).exception();
    }
}
