package dev.limiter.spring.call;

/**
 * What a request can say about itself, as attributes of the request of a WebClient, RestClient or RestTemplate. They go
 * before every mark. A Feign request has none.
 *
 * <pre>{@code
 * webClient.get().uri("/records").attribute(LimiterAttributes.CONTOUR, "datacite").retrieve()
 * }</pre>
 */
public final class LimiterAttributes {

    /** Names the contour that the request belongs to, whatever its host. An unknown name fails the call. */
    public static final String CONTOUR = "dev.limiter.contour";

    /** The contour key that goes with {@link #CONTOUR}, where the contour has keys. Ignored without it. */
    public static final String KEY = "dev.limiter.key";

    /**
     * Whether the request's body is the same each time it is written, as a {@link Boolean}: for streams that can be read
     * again, and for body inserters of the application's own, which are not repeated unless this is {@code true}.
     */
    public static final String REPEATABLE_BODY = "dev.limiter.repeatable-body";

    private LimiterAttributes() {}
}
