package dev.limiter.spring.restclient;

import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.scope.ScopedObject;
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

    private static final Logger logger = LoggerFactory.getLogger(RestClientBeanPostProcessor.class);

    private static final String SPRINGS_OWN = RestClient.class.getPackageName() + ".";

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

    /** One of another class may be wanted as that class, or hold more than its builder tells. */
    private static boolean canBeLimited(Object bean, String beanName) {
        if (bean instanceof LimitedRestClient
                || bean instanceof LimitedRestClientBuilder
                || bean instanceof ScopedObject) {
            return false;
        }
        if (bean.getClass().getName().startsWith(SPRINGS_OWN)) {
            return true;
        }
        logger.warn(
                "Bean '{}' is a RestClient of class {}, which the limiter leaves alone: its requests take no permits. Build"
                        + " it from a bean of type RestClient.Builder, or mark its methods with permit = METHOD.",
                beanName,
                bean.getClass().getName());
        return false;
    }
}
