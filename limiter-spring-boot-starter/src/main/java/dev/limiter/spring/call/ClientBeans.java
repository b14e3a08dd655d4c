package dev.limiter.spring.call;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.scope.ScopedObject;

/**
 * Which beans of one kind of client can be limited: those whose class is Spring's own. One of another class may be wanted as
 * that class, or hold more than its builder tells; the log says so. Safe for use by many threads.
 */
public final class ClientBeans {

    private static final Logger logger = LoggerFactory.getLogger(ClientBeans.class);

    private final String client;

    private final String springsOwn;

    /** @param client the type of the clients, in whose package Spring's own are */
    public ClientBeans(Class<?> client) {
        this.client = client.getSimpleName();
        this.springsOwn = client.getPackageName() + ".";
    }

    /** Whether the bean, a client or a builder of such, can be made to take permits. */
    public boolean canBeLimited(Object bean, String beanName) {
        if (bean instanceof ScopedObject) {
            return false;
        }
        if (bean.getClass().getName().startsWith(this.springsOwn)) {
            return true;
        }
        logger.warn(
                "Bean '{}' is a {} of class {}, which the limiter leaves alone: its requests take no permits. Build it from a"
                        + " bean of type {}.Builder, or mark its methods with permit = METHOD.",
                beanName,
                this.client,
                bean.getClass().getName(),
                this.client);
        return false;
    }
}
