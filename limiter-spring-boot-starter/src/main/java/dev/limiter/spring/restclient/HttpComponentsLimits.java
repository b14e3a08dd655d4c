package dev.limiter.spring.restclient;

import dev.limiter.spring.call.BlockingAttempt;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.function.Consumer;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * Makes an Apache HttpClient leave the repeats of limited requests to the limiter, take a permit for each redirect that it
 * follows, and give up the connection of an endless refusal. By itself it sends once more after a broken connection, and
 * after a 429 or 503, within one exchange as its callers see it. The clients that Spring Boot builds are made so by the
 * auto-configuration; this is for those that an application builds itself.
 *
 * <pre>{@code
 * HttpClientBuilder builder = HttpClientBuilder.create();
 * new HttpComponentsLimits().accept(builder);
 * }</pre>
 *
 * <p>Requests that belong to no contour are repeated as before. A retry strategy that is set afterwards takes the place of
 * this one, and each of its repeats takes a permit. Stateless.
 */
public final class HttpComponentsLimits implements Consumer<HttpClientBuilder> {

    @Override
    public void accept(HttpClientBuilder builder) {
        builder.setRetryStrategy(new UnlessLimited(DefaultHttpRequestRetryStrategy.INSTANCE));
        builder.addExecInterceptorBefore(ChainElement.CONNECT.name(), "limiter", new Paid());
        builder.addExecInterceptorBefore(ChainElement.MAIN_TRANSPORT.name(), "limiter-in-time", new InTime());
    }

    private static @Nullable BlockingAttempt limited() {
        BlockingAttempt attempt = BlockingAttempt.underWay();
        return (attempt != null && attempt.isCharged()) ? attempt : null;
    }

    private record UnlessLimited(HttpRequestRetryStrategy others) implements HttpRequestRetryStrategy {

        @Override
        public boolean retryRequest(HttpRequest request, IOException exception, int count, HttpContext context) {
            return limited() == null && this.others.retryRequest(request, exception, count, context);
        }

        @Override
        public boolean retryRequest(HttpResponse response, int count, HttpContext context) {
            return limited() == null && this.others.retryRequest(response, count, context);
        }

        @Override
        public TimeValue getRetryInterval(HttpRequest request, IOException exception, int count, HttpContext context) {
            return this.others.getRetryInterval(request, exception, count, context);
        }

        @Override
        public TimeValue getRetryInterval(HttpResponse response, int count, HttpContext context) {
            return this.others.getRetryInterval(response, count, context);
        }
    }

    /** Stands where each sending passes, before it has a connection. */
    private static final class Paid implements ExecChainHandler {

        @Override
        public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
                throws IOException, HttpException {
            BlockingAttempt attempt = BlockingAttempt.underWay();
            if (attempt != null) {
                attempt.leaves(url(request));
                attempt.onCutOff(scope.execRuntime::discardEndpoint);
            }
            return chain.proceed(request, scope);
        }

        private static URI url(ClassicHttpRequest request) throws HttpException {
            try {
                return request.getUri();
            } catch (URISyntaxException ex) {
                throw new HttpException("the request has no URI", ex);
            }
        }
    }

    /** Stands where each sending passes when it has its connection. */
    private static final class InTime implements ExecChainHandler {

        @Override
        public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
                throws IOException, HttpException {
            BlockingAttempt attempt = BlockingAttempt.underWay();
            if (attempt != null) {
                attempt.connected();
            }
            return chain.proceed(request, scope);
        }
    }
}
