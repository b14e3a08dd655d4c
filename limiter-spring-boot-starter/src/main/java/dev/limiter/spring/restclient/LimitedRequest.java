package dev.limiter.spring.restclient;

import dev.limiter.http.ResponseClassifier;
import dev.limiter.spring.call.BlockingAttempt;
import dev.limiter.spring.call.BlockingCall;
import dev.limiter.spring.call.Call;
import dev.limiter.spring.call.CallMark;
import dev.limiter.spring.call.LimiterAttributes;
import dev.limiter.spring.call.OutgoingRequest;
import dev.limiter.spring.call.Traffic;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.StreamingHttpOutputMessage;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.util.StreamUtils;

/**
 * A request whose attempts take permits. Where no {@link RepeatingInterceptor} stands above it, there is no interceptor of
 * the application either, and the repeats are made here: so that a body is streamed as it would be without the limiter.
 */
final class LimitedRequest implements ClientHttpRequest, StreamingHttpOutputMessage {

    private final ClientHttpRequestFactory factory;

    private final Traffic traffic;

    private final UnseenRepeats unseenRepeats;

    private final HttpHeaders headers = new HttpHeaders();

    private final Map<String, Object> attributes = new LinkedHashMap<>();

    private final HttpMethod method;

    private final URI url;

    /** The first attempt's; later ones make their own. */
    private @Nullable ClientHttpRequest first;

    private StreamingHttpOutputMessage.@Nullable Body body;

    /** Written straight into the first attempt's request: there are no bytes to write again. */
    private boolean written;

    LimitedRequest(
            ClientHttpRequestFactory factory, ClientHttpRequest first, Traffic traffic, UnseenRepeats unseenRepeats) {
        this.factory = factory;
        this.traffic = traffic;
        this.unseenRepeats = unseenRepeats;
        this.first = first;
        this.method = first.getMethod();
        this.url = first.getURI();
    }

    @Override
    public HttpMethod getMethod() {
        return this.method;
    }

    @Override
    public URI getURI() {
        return this.url;
    }

    @Override
    public HttpHeaders getHeaders() {
        return this.headers;
    }

    @Override
    public Map<String, Object> getAttributes() {
        return this.attributes;
    }

    @Override
    public void setBody(Body value) {
        this.body = value;
    }

    @Override
    public OutputStream getBody() throws IOException {
        ClientHttpRequest unsent = this.first;
        if (unsent == null) {
            throw new IllegalStateException("the request has been sent");
        }
        this.written = true;
        return unsent.getBody();
    }

    @Override
    public ClientHttpResponse execute() throws IOException {
        if (this.written) {
            // There are no bytes to write again, whatever is said of them.
            this.attributes.put(LimiterAttributes.REPEATABLE_BODY, false);
        }
        OutgoingRequest outgoing = new HttpRequestView(this, isRepeatable());
        Call begun = Call.of(outgoing);
        if (begun != null) {
            // A factory of the application's may hide that the one below it makes such requests too.
            return BlockingAttempt.isUnderWay(begun) ? nextRequest().execute() : attempt(outgoing);
        }
        Call call = new Call(this.traffic, outgoing, CallMark.onThread());
        this.attributes.put(Call.ATTRIBUTE, call);
        Call.IdempotencyKey key = call.idempotencyKey();
        if (key != null) {
            this.headers.set(key.header(), key.value());
        }
        Exchanges exchanges = new Exchanges(() -> attempt(outgoing));
        this.attributes.put(Exchanges.ATTRIBUTE, exchanges);
        return BlockingCall.run(this.traffic, call, exchanges);
    }

    private boolean isRepeatable() {
        return !this.written && (this.body == null || this.body.repeatable());
    }

    private ClientHttpResponse attempt(OutgoingRequest outgoing) throws IOException {
        BlockingAttempt attempt = new BlockingAttempt(this.traffic, outgoing);
        return attempt.send(() -> answered(attempt, exchange(attempt, nextRequest())));
    }

    private ClientHttpResponse exchange(BlockingAttempt attempt, ClientHttpRequest request) throws IOException {
        boolean answered = false;
        try {
            ClientHttpResponse response = request.execute();
            answered = true;
            return response;
        } finally {
            if (FollowedRedirect.isBehind(request)
                    || HiddenRedirects.mayBeBehind(this.factory, answered)
                    || this.unseenRepeats.mayBeBehind(attempt, this.factory)) {
                attempt.followedRedirect();
            }
        }
    }

    private ClientHttpRequest nextRequest() throws IOException {
        ClientHttpRequest unsent = this.first;
        ClientHttpRequest request = (unsent != null) ? unsent : this.factory.createRequest(this.url, this.method);
        this.first = null;
        this.headers.forEach((name, values) -> request.getHeaders().put(name, values));
        request.getAttributes().putAll(this.attributes);
        Body content = this.body;
        if (content != null && request instanceof StreamingHttpOutputMessage streaming) {
            streaming.setBody(content);
        } else if (content != null) {
            content.writeTo(StreamUtils.nonClosing(request.getBody()));
        }
        return request;
    }

    private ClientHttpResponse answered(BlockingAttempt attempt, ClientHttpResponse response) throws IOException {
        ResponseClassifier classifier = attempt.classifier();
        if (classifier == null) {
            attempt.end();
            return response;
        }
        try {
            if (FollowedRedirect.isBefore(response)) {
                attempt.followedRedirect();
            }
            LimitedResponse limited = new LimitedResponse(response, attempt);
            ResponseAnswer answer = ResponseAnswer.of(response, null);
            if (classifier.needsBody(answer)) {
                answer = answer.withPiece(limited.readPiece());
            }
            attempt.answered(answer, classifier.classify(answer));
            if (this.attributes.get(Exchanges.ATTRIBUTE) instanceof Exchanges exchanges) {
                exchanges.answered(limited);
            }
            return limited;
        } catch (IOException | RuntimeException | Error ex) {
            response.close();
            throw ex;
        }
    }
}
