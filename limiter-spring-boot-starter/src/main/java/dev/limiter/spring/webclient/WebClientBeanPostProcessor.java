package dev.limiter.spring.webclient;

import dev.limiter.spring.call.ClientBeans;
import java.util.function.Supplier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Makes the beans of the types {@code WebClient.Builder} and {@code WebClient} take permits. Comes before what makes
 * proxies, so that it meets the beans themselves.
 */
public final class WebClientBeanPostProcessor implements BeanPostProcessor, PriorityOrdered {

    private final ClientBeans beans = new ClientBeans(WebClient.class);

    private final Supplier<WebClientLimits> limits;

    /** @param limits is asked when there is the first such bean */
    public WebClientBeanPostProcessor(Supplier<WebClientLimits> limits) {
        this.limits = limits;
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof WebClient.Builder builder && canBeLimited(bean, beanName)) {
            return this.limits.get().limit(builder);
        }
        if (bean instanceof WebClient client && canBeLimited(bean, beanName)) {
            return this.limits.get().limit(client);
        }
        return bean;
    }

    private boolean canBeLimited(Object bean, String beanName) {
        boolean limited = bean instanceof LimitedWebClient || bean instanceof LimitedWebClientBuilder;
        return !limited && this.beans.canBeLimited(bean, beanName);
    }
}
