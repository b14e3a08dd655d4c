package dev.limiter.spring.autoconfigure;

import dev.limiter.spring.method.InvalidMarkException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which method is marked wrongly, and what to write: unknown contour, cost, expression, contradiction. */
class InvalidMarkFailureAnalyzer extends AbstractFailureAnalyzer<InvalidMarkException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidMarkException cause) {
        return new FailureAnalysis(
                "@RateLimited on %s: %s.".formatted(cause.place(), cause.problem()), cause.advice() + ".", cause);
    }
}
