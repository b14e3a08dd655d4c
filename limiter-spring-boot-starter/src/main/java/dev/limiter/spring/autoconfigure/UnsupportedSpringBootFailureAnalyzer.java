package dev.limiter.spring.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which Spring Boot is needed, and why it does not go on without. */
class UnsupportedSpringBootFailureAnalyzer extends AbstractFailureAnalyzer<UnsupportedSpringBootException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnsupportedSpringBootException cause) {
        return new FailureAnalysis(
                cause.getMessage() + ". There its HTTP clients would be sent through unlimited, without a word.",
                "Move the application to Spring Boot 4, or remove limiter-spring-boot-starter.",
                cause);
    }
}
