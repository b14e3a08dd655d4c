package dev.limiter.spring.call;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/** A request of some client, as far as the limiter reads it. */
public interface OutgoingRequest {

    /** Such as {@code POST}. */
    String method();

    /** What is requested. */
    URI url();

    /** The values of a header with commas between, {@code null} where there is none with something in it. */
    @Nullable
    String header(String name);

    /** Whether it carries such a header with something in it. */
    default boolean hasHeader(String name) {
        return header(name) != null;
    }

    /** An attribute that the application has set, see {@link LimiterAttributes}; {@code null} for none. */
    @Nullable
    Object attribute(String name);

    /** Whether every attempt sends the same bytes; true where there is no body. */
    boolean hasRepeatableBody();

    /** An attribute as text. */
    default @Nullable String text(String attribute) {
        Object value = attribute(attribute);
        return (value != null) ? value.toString() : null;
    }
}
