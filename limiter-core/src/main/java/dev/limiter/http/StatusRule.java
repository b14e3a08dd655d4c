package dev.limiter.http;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A rule of the application's for one status. Where it throws it has nothing to say, and is logged the first time. */
final class StatusRule {

    private static final Logger logger = LoggerFactory.getLogger(StatusRule.class);

    private final int status;

    private final boolean needsBody;

    private final ResponseClassifier.Rule rule;

    private final AtomicBoolean logged = new AtomicBoolean();

    StatusRule(int status, boolean needsBody, ResponseClassifier.Rule rule) {
        this.status = status;
        this.needsBody = needsBody;
        this.rule = rule;
    }

    boolean isFor(ServerAnswer answer) {
        return answer.status() == this.status;
    }

    boolean needsBody() {
        return this.needsBody;
    }

    Optional<? extends Verdict> judge(ServerAnswer answer) {
        try {
            return this.rule.judge(answer);
        } catch (RuntimeException ex) {
            if (!this.logged.getAndSet(true)) {
                logger.warn("The rule for status {} failed, and is passed over where it fails again", this.status, ex);
            }
            return Optional.empty();
        }
    }
}
