package dev.limiter.spring.restclient;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** What a native image must keep of Spring's builder, where it is there: see {@link BuilderParts}. */
final class RestClientHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection()
                .registerTypeIfPresent(
                        classLoader,
                        BuilderParts.BUILDER,
                        builder -> builder.withField(BuilderParts.INTERCEPTORS_FIELD)
                                .withMethod(BuilderParts.FACTORY_METHOD, List.of(), ExecutableMode.INVOKE))
                .registerTypeIfPresent(
                        classLoader, HiddenRedirects.OF_JDK, factory -> factory.withField(HiddenRedirects.FIELD))
                .registerTypeIfPresent(
                        classLoader,
                        HiddenRedirects.OF_REACTOR_NETTY,
                        factory -> factory.withField(HiddenRedirects.FIELD))
                .registerTypeIfPresent(
                        classLoader, HiddenRedirects.OF_JETTY, factory -> factory.withField(HiddenRedirects.FIELD))
                .registerTypeIfPresent(
                        classLoader, FollowedRedirect.OF_JDK, response -> response.withField(FollowedRedirect.FIELD))
                .registerTypeIfPresent(
                        classLoader,
                        FollowedRedirect.OF_REACTOR_NETTY,
                        response -> response.withField(FollowedRedirect.FIELD))
                .registerTypeIfPresent(
                        classLoader, FollowedRedirect.BUFFERED, response -> response.withField(FollowedRedirect.FIELD))
                .registerTypeIfPresent(
                        classLoader,
                        FollowedRedirect.OF_APACHE,
                        request -> request.withField(FollowedRedirect.CONTEXT_FIELD))
                .registerTypeIfPresent(
                        classLoader,
                        FollowedRedirect.BUFFERED_REQUEST,
                        request -> request.withField(FollowedRedirect.REQUEST_FIELD));
    }
}
