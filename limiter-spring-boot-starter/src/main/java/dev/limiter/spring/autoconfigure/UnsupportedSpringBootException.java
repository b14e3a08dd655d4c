package dev.limiter.spring.autoconfigure;

/** The application runs on a Spring Boot on which the starter would be silently half off. Thrown at start-up. */
final class UnsupportedSpringBootException extends RuntimeException {

    UnsupportedSpringBootException(String version) {
        super("The limiter needs Spring Boot 4 or later, but this application runs on Spring Boot " + version);
    }
}
