package dev.limiter.spring.webclient;

import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.scope.ScopedObject;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * Makes the beans of the types {@code WebClient.Builder} and {@code WebClient} take permits. Comes before what makes
 * proxies, so that it meets the beans themselves.
 */
public final class WebClientBeanPostProcessor implements BeanPostProcessor, PriorityOrdered {

    private static final Logger logger = LoggerFactory.getLogger(WebClientBeanPostProcessor.class);

    private static final String SPRINGS_OWN = WebClient.class.getPackageName() + ".";

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

    /** One of another class may be wanted as that class, or hold more than its builder tells. */
    private static boolean canBeLimited(Object bean, String beanName) {
        if (bean instanceof LimitedWebClient
                || bean instanceof LimitedWebClientBuilder
                || bean instanceof ScopedObject) {
            return false;
        }
        if (bean.getClass().getName().startsWith(SPRINGS_OWN)) {
            return true;
        }
        logger.warn(
                "Bean '{}' is a WebClient of class {}, which the limiter leaves alone: its requests take no permits. Build"
                        + " it from a bean of type WebClient.Builder, or mark its methods with permit = METHOD.",
                beanName,
                bean.getClass().getName());
        return false;
    }
}
