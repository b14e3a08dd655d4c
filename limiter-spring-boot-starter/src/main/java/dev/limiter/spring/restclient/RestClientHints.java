package dev.limiter.spring.restclient;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** What a native image must keep of Spring's builder, where it is there: see {@link BuilderParts}. */
final class RestClientHints implements RuntimeHintsRegistrar {

    /** Which field of which class of Spring's is read. */
    private static final Map<String, String> FIELDS = Map.of(
            HiddenRedirects.OF_JDK, HiddenRedirects.FIELD,
            HiddenRedirects.OF_REACTOR_NETTY, HiddenRedirects.FIELD,
            HiddenRedirects.OF_JETTY, HiddenRedirects.FIELD,
            FollowedRedirect.OF_JDK, FollowedRedirect.FIELD,
            FollowedRedirect.OF_REACTOR_NETTY, FollowedRedirect.FIELD,
            FollowedRedirect.BUFFERED, FollowedRedirect.FIELD,
            FollowedRedirect.OF_APACHE, FollowedRedirect.CONTEXT_FIELD,
            FollowedRedirect.BUFFERED_REQUEST, FollowedRedirect.REQUEST_FIELD);

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection()
                .registerTypeIfPresent(
                        classLoader,
                        BuilderParts.BUILDER,
                        builder -> builder.withField(BuilderParts.INTERCEPTORS_FIELD)
                                .withMethod(BuilderParts.FACTORY_METHOD, List.of(), ExecutableMode.INVOKE));
        FIELDS.forEach((type, field) ->
                hints.reflection().registerTypeIfPresent(classLoader, type, hint -> hint.withField(field)));
    }
}
