package dev.limiter.spring.restclient;

import dev.limiter.spring.call.ClientBeans;
import java.util.function.Supplier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/**
 * Makes the beans of the types {@code RestClient.Builder}, {@code RestClient} and {@code RestTemplate} take permits. Comes
 * before what makes proxies, so that it meets the beans themselves.
 */
public final class RestClientBeanPostProcessor implements BeanPostProcessor, PriorityOrdered {

    private final ClientBeans beans = new ClientBeans(RestClient.class);

    private final Supplier<RestClientLimits> limits;

    /** @param limits is asked when there is the first such bean */
    public RestClientBeanPostProcessor(Supplier<RestClientLimits> limits) {
        this.limits = limits;
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof RestTemplate template) {
            return this.limits.get().limit(template);
        }
        if (bean instanceof RestClient.Builder builder && canBeLimited(bean, beanName)) {
            return this.limits.get().limit(builder);
        }
        if (bean instanceof RestClient client && canBeLimited(bean, beanName)) {
            return this.limits.get().limit(client);
        }
        return bean;
    }

    private boolean canBeLimited(Object bean, String beanName) {
        boolean limited = bean instanceof LimitedRestClient || bean instanceof LimitedRestClientBuilder;
        return !limited && this.beans.canBeLimited(bean, beanName);
    }
}
