package dev.limiter.http;

import java.util.List;
import java.util.Optional;

/** Asks the rules in their order, then the standard. */
final class RuleClassifier implements ResponseClassifier {

    private final List<StatusRule> rules;

    private final ResponseClassifier otherwise;

    RuleClassifier(List<StatusRule> rules, ResponseClassifier otherwise) {
        this.rules = List.copyOf(rules);
        this.otherwise = otherwise;
    }

    @Override
    public Verdict classify(ServerAnswer answer) {
        for (StatusRule rule : this.rules) {
            if (rule.isFor(answer)) {
                Optional<? extends Verdict> verdict = rule.judge(answer);
                if (verdict.isPresent()) {
                    return verdict.get();
                }
            }
        }
        return this.otherwise.classify(answer);
    }

    @Override
    public boolean needsBody(ServerAnswer withoutBody) {
        for (StatusRule rule : this.rules) {
            if (rule.isFor(withoutBody)) {
                if (rule.needsBody()) {
                    return true;
                }
                if (rule.judge(withoutBody).isPresent()) {
                    return false;
                }
            }
        }
        return false;
    }
}
