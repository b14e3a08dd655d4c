package dev.limiter.spring.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says why there is no store, and what to write. */
class NoStoreFailureAnalyzer extends AbstractFailureAnalyzer<NoStoreException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, NoStoreException cause) {
        return new FailureAnalysis(cause.problem() + ".", cause.advice() + ".", cause);
    }
}
