package dev.limiter.spring.autoconfigure;

import dev.limiter.UnknownContourException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to configure where code asks the registry, at start-up, for a contour that is not there. */
class UnknownContourFailureAnalyzer extends AbstractFailureAnalyzer<UnknownContourException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnknownContourException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Configure limiter.contours.%s, with quota: 3000/5m or what the API documents, or name a contour that is configured."
                        .formatted(cause.contour()),
                cause);
    }
}
