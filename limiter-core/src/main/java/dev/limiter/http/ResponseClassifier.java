package dev.limiter.http;

import java.util.Optional;

/**
 * Says what an answer means for the limit. The {@linkplain #standard() standard} one knows 429 and 503; APIs that say
 * "too many" in another way need {@linkplain #rules() rules}. DataCite's firewall and GitHub answer 403, as they do where
 * a permission is missing; GitHub's body tells the two apart:
 *
 * <pre>{@code
 * ResponseClassifier.rules()
 *         .onBody(403, answer -> answer.body()
 *                 .filter(body -> body.contains("rate limit"))
 *                 .map(body -> Verdict.throttled()
 *                         .withRetryAfter(answer.retryAfter().or(() -> answer.untilReset("X-RateLimit-Reset")))
 *                         .asNotActedUpon()))
 *         .build();
 * }</pre>
 *
 * <p>A 429 that means "pay" is final, and throttling inside a 200, as GraphQL services do it, is seen only by a rule that
 * asks for the body:
 *
 * <pre>{@code
 * ResponseClassifier.rules()
 *         .onBody(429, answer -> answer.body()
 *                 .filter(body -> body.contains("insufficient_quota"))
 *                 .map(body -> Verdict.finalAnswer()))
 *         .onBody(200, answer -> answer.body()
 *                 .filter(body -> body.contains("THROTTLED"))
 *                 .map(body -> Verdict.throttled()))
 *         .build();
 * }</pre>
 *
 * <p>Implementations must be safe for use by many threads, must not block, and must not throw.
 */
@FunctionalInterface
public interface ResponseClassifier {

    /** How much of a body is handed to a classifier that asks for it. */
    int BODY_PIECE_BYTES = 8 * 1024;

    /** What the answer means. Asked once for each answer. */
    Verdict classify(ServerAnswer answer);

    /**
     * Whether {@link #classify} needs a piece of the body. Asked first, and with an answer that has none. Where it says
     * no, which is the default, the body is passed on as it comes.
     */
    default boolean needsBody(ServerAnswer withoutBody) {
        return false;
    }

    /**
     * 429 is throttled, and not acted upon. 503 with a usable {@code Retry-After} is throttled, and may have been acted
     * upon. Everything else passes: a 503 without one concerns only its own call, and {@code Retry-After} on another
     * status pauses nothing. A {@code Retry-After} that says nothing usable (unreadable, 0, past) is as none: a 503
     * with {@code Retry-After: 0} is one sick endpoint that names no time to stay away, and must not stop the others.
     */
    static ResponseClassifier standard() {
        return StandardClassifier.INSTANCE;
    }

    /** Starts rules that are asked before the {@linkplain #standard() standard} ones. */
    static ClassifierRules rules() {
        return new ClassifierRules();
    }

    /** What one status means; empty where the rule has nothing to say, so that the next one is asked. */
    @FunctionalInterface
    interface Rule {

        /** What the answer means, or empty. */
        Optional<? extends Verdict> judge(ServerAnswer answer);
    }
}
