package dev.limiter.spring.feign;

import dev.limiter.spring.call.Traffic;
import feign.Capability;
import feign.Client;
import feign.InvocationHandlerFactory;
import feign.RequestInterceptor;
import feign.codec.Encoder;
import java.util.function.Supplier;
import org.springframework.core.Ordered;

/**
 * Makes Feign clients that block take permits. Spring Cloud OpenFeign gives it to every {@code @FeignClient}; this is for
 * clients that an application builds itself, before other capabilities.
 *
 * <pre>{@code
 * RecordClient client = Feign.builder()
 *         .retryer(Retryer.NEVER_RETRY) // Feign's default one sends a POST again after a lost connection
 *         .addCapability(limits)
 *         .target(RecordClient.class, "https://api.datacite.org");
 * }</pre>
 *
 * <p>Each exchange takes a permit, those of Feign's own {@code Retryer} too. A repeat of the limiter's runs the
 * interceptors again and sends the same bytes: an argument is encoded once, so that it may be a stream. A denial reaches
 * the caller as itself, and so does Feign's last exception. The calling thread waits, and can be interrupted. Of a refusal
 * that may be repeated 128 KB at most are read, for a second at most between two pieces. Clients of {@code AsyncFeign} are
 * left alone. Safe for use by many threads.
 */
public final class FeignLimits implements Capability, Ordered {

    private final Supplier<Traffic> traffic;

    /** @param traffic is asked when the first request is sent, and not before */
    public FeignLimits(Supplier<Traffic> traffic) {
        this.traffic = traffic;
    }

    /** Before other capabilities, so that what these put around a client stays outside of the permit. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public Client enrich(Client client) {
        return (client instanceof LimitedClient) ? client : new LimitedClient(client, this.traffic);
    }

    @Override
    public Encoder enrich(Encoder encoder) {
        return (encoder instanceof OnceEncoder) ? encoder : new OnceEncoder(encoder);
    }

    @Override
    public RequestInterceptor enrich(RequestInterceptor interceptor) {
        return (interceptor instanceof SeenInterceptor) ? interceptor : new SeenInterceptor(interceptor);
    }

    @Override
    public InvocationHandlerFactory enrich(InvocationHandlerFactory factory) {
        return (factory instanceof RepeatingFactory) ? factory : new RepeatingFactory(factory, this.traffic);
    }
}
