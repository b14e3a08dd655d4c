package dev.limiter.spring.feign;

import feign.Client;
import org.springframework.cloud.openfeign.loadbalancer.FeignBlockingLoadBalancerClient;
import org.springframework.cloud.openfeign.loadbalancer.RetryableFeignBlockingLoadBalancerClient;

/** Whether a client sends by the JDK's {@code HttpURLConnection}, as Feign's own does, alone or below a load balancer. */
final class UrlConnection {

    private static final String LOAD_BALANCERS = "org.springframework.cloud.openfeign.loadbalancer.";

    private UrlConnection() {}

    static boolean isUsedBy(Client client) {
        return client instanceof Client.Default
                || (client.getClass().getName().startsWith(LOAD_BALANCERS) && LoadBalanced.isUsedBelow(client));
    }

    /** Apart, so that applications without a load balancer can load the class around it. */
    private static final class LoadBalanced {

        static boolean isUsedBelow(Client client) {
            if (client instanceof FeignBlockingLoadBalancerClient balanced) {
                return isUsedBy(balanced.getDelegate());
            }
            return client instanceof RetryableFeignBlockingLoadBalancerClient balanced
                    && isUsedBy(balanced.getDelegate());
        }
    }
}
