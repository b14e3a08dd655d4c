package dev.limiter.spring.webclient;

import dev.limiter.LimiterListener;
import dev.limiter.gate.GateRegistry;
import dev.limiter.spring.method.ContourClassifiers;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Makes WebClients take permits. Beans of the types {@code WebClient.Builder} and {@code WebClient} do already, and so do
 * the clients of HTTP service groups; this is for those that an application makes with {@code WebClient.create()} and
 * keeps to itself.
 *
 * <pre>{@code
 * WebClient client = limits.limit(WebClient.create("https://api.datacite.org"));
 * }</pre>
 *
 * <p>Clients that take permits already are left as they are, so that nothing pays twice. Safe for use by many threads.
 */
public final class WebClientLimits implements SmartInitializingSingleton {

    private final Supplier<Traffic> traffic;

    /** Asks the bean factory for nothing before its singletons are there, or a client of theirs sends a request. */
    public WebClientLimits(ListableBeanFactory beans) {
        ObjectProvider<GateRegistry> registry = beans.getBeanProvider(GateRegistry.class);
        ObjectProvider<LimiterListener> listeners = beans.getBeanProvider(LimiterListener.class);
        this.traffic = SingletonSupplier.of(() -> new Traffic(
                registry.getObject(),
                new ContourClassifiers(beans, registry.getObject().contours()),
                LimiterListener.all(
                        SingletonSupplier.of(() -> listeners.orderedStream().toList())::obtain)));
    }

    /** So that no request waits for beans, and what is wrong with them is said at start-up. */
    @Override
    public void afterSingletonsInstantiated() {
        Objects.requireNonNull(this.traffic.get());
    }

    /** A builder that passes everything on to this one, and makes clients that take permits. */
    public WebClient.Builder limit(WebClient.Builder builder) {
        return (builder instanceof LimitedWebClientBuilder)
                ? builder
                : new LimitedWebClientBuilder(builder, this.traffic);
    }

    /** A client like this one that takes permits. */
    public WebClient limit(WebClient client) {
        return (client instanceof LimitedWebClient)
                ? client
                : limit(client.mutate()).build();
    }

    /** Makes a builder that will be used as it is, without a wrapper, build clients that take permits. */
    void limitInPlace(WebClient.Builder builder) {
        if (!(builder instanceof LimitedWebClientBuilder)) {
            LimitedWebClientBuilder.limit(builder, this.traffic);
        }
    }
}
