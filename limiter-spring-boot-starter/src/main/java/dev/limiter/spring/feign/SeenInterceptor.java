package dev.limiter.spring.feign;

import feign.RequestInterceptor;
import feign.RequestTemplate;

/** An interceptor of the application: the call begins before the first one of them. */
record SeenInterceptor(RequestInterceptor interceptor) implements RequestInterceptor {

    @Override
    public void apply(RequestTemplate template) {
        FeignCall call = FeignCall.underWay();
        if (call != null) {
            call.beforeInterceptor(template);
        }
        this.interceptor.apply(template);
    }
}
