package dev.limiter.spring.call;

import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.ServerAnswer;
import dev.limiter.http.Verdict;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A classifier of the application's: one that throws must not fail the call that was answered. */
record GuardedClassifier(ResponseClassifier classifier) implements ResponseClassifier {

    private static final Logger logger = LoggerFactory.getLogger(GuardedClassifier.class);

    @Override
    public boolean needsBody(ServerAnswer withoutBody) {
        try {
            return this.classifier.needsBody(withoutBody);
        } catch (RuntimeException ex) {
            logger.warn("A response classifier threw, and gets no body: {}", ex.toString());
            return false;
        }
    }

    @Override
    public Verdict classify(ServerAnswer answer) {
        try {
            return this.classifier.classify(answer);
        } catch (RuntimeException ex) {
            logger.warn("A response classifier threw, and the standard one decides: {}", ex.toString());
            return ResponseClassifier.standard().classify(answer);
        }
    }
}
