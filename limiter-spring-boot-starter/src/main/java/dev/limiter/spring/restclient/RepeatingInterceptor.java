package dev.limiter.spring.restclient;

import dev.limiter.spring.call.BlockingCall;
import dev.limiter.spring.call.Call;
import dev.limiter.spring.call.CallMark;
import dev.limiter.spring.call.OutgoingRequest;
import dev.limiter.spring.call.Traffic;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.support.HttpRequestWrapper;

/**
 * The outermost step of a call that has interceptors: repeats run all of them again. Put in only where the application has
 * interceptors of its own: Spring reads a whole body into memory for any of them.
 */
final class RepeatingInterceptor implements ClientHttpRequestInterceptor {

    private final Supplier<Traffic> traffic;

    RepeatingInterceptor(Supplier<Traffic> traffic) {
        this.traffic = traffic;
    }

    @Override
    public ClientHttpResponse intercept(HttpRequest request, byte[] body, ClientHttpRequestExecution execution)
            throws IOException {
        OutgoingRequest outgoing = new HttpRequestView(request, true);
        if (Call.of(outgoing) != null) {
            return execution.execute(request, body);
        }
        Traffic shared = this.traffic.get();
        Call call = new Call(shared, outgoing, CallMark.onThread());
        request.getAttributes().put(Call.ATTRIBUTE, call);
        Exchanges exchanges = new Exchanges(() -> execution.execute(new Fresh(request, call.idempotencyKey()), body));
        request.getAttributes().put(Exchanges.ATTRIBUTE, exchanges);
        return BlockingCall.run(shared, call, exchanges);
    }

    /** The request as the application made it: what interceptors add to it is not there when they run again. */
    private static final class Fresh extends HttpRequestWrapper {

        private final HttpHeaders headers;

        Fresh(HttpRequest request, Call.@Nullable IdempotencyKey key) {
            super(request);
            this.headers = HttpHeaders.copyOf(request.getHeaders());
            if (key != null) {
                this.headers.set(key.header(), key.value());
            }
        }

        @Override
        public HttpHeaders getHeaders() {
            return this.headers;
        }
    }
}
