package dev.limiter.http;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes a {@link ResponseClassifier} of rules for single statuses. Rules are asked in the order in which they were
 * added; the first that has something to say decides, and where none has, the {@linkplain ResponseClassifier#standard()
 * standard} does. Not safe for use by several threads at once; what it builds is.
 */
public final class ClassifierRules {

    private final List<StatusRule> rules = new ArrayList<>();

    private final List<String> retryAfterHeaders = new ArrayList<>(List.of(RetryAfter.HEADER));

    ClassifierRules() {}

    /**
     * Reads one more header as {@code Retry-After} is read, for 429 and 503. The longest usable value counts.
     *
     * @param name a header of the vendor's that holds seconds or a date, such as
     *     {@code X-RateLimit-Retry-After-Seconds}
     */
    public ClassifierRules retryAfterHeader(String name) {
        this.retryAfterHeaders.add(name);
        return this;
    }

    /** Adds a rule that needs status and headers alone. */
    public ClassifierRules on(int status, ResponseClassifier.Rule rule) {
        this.rules.add(new StatusRule(status, false, rule));
        return this;
    }

    /**
     * Adds a rule that reads a piece of the body. With it, the first {@value ResponseClassifier#BODY_PIECE_BYTES} bytes
     * of each answer with this status are held until they are there, unless an earlier rule decides without them.
     */
    public ClassifierRules onBody(int status, ResponseClassifier.Rule rule) {
        this.rules.add(new StatusRule(status, true, rule));
        return this;
    }

    /** The classifier with the rules so far. */
    public ResponseClassifier build() {
        return new RuleClassifier(this.rules, new StandardClassifier(this.retryAfterHeaders));
    }
}
