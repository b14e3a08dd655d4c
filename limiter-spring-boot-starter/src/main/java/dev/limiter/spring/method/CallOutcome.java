package dev.limiter.spring.method;

import dev.limiter.Permit;
import dev.limiter.RateLimitException;
import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.ServerAnswer;
import dev.limiter.http.Verdict;
import dev.limiter.spring.call.Acts.Effect;
import dev.limiter.spring.call.CallMark;
import dev.limiter.spring.call.Failures;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a method's permit how the call went, reading the server's answer off its exception. */
final class CallOutcome {

    private static final Logger logger = LoggerFactory.getLogger(CallOutcome.class);

    private final Supplier<? extends Function<String, ResponseClassifier>> classifiers;

    private final Supplier<List<ThrownAnswer>> readers;

    /** @param classifiers the classifier of each contour, by its name */
    CallOutcome(
            Supplier<? extends Function<String, ResponseClassifier>> classifiers,
            Supplier<List<ThrownAnswer>> readers) {
        this.classifiers = classifiers;
        this.readers = readers;
    }

    /**
     * The method is about to run, and may send.
     *
     * @throws RateLimitException where it belongs to an operation whose claim has been given up
     */
    void begins(CallMark mark, Permit permit) {
        mark.record(acts -> {
            if (!acts.mayBeSent(permit, mark.method())) {
                throw new RateLimitException(
                        mark.contour(),
                        "Contour '%s': not sent, since the call of %s has ended and given its operation up"
                                .formatted(mark.contour(), mark.method()),
                        null,
                        null);
            }
        });
    }

    private static void ended(CallMark mark, Permit permit, Effect effect) {
        mark.record(acts -> acts.ended(permit, mark.method(), effect));
    }

    /** The method ended normally. Where an attempt took the permit, its client has said how it went. */
    void succeeded(CallMark mark, Permit permit) {
        if (mark.prepaidIsTaken()) {
            mark.record(acts -> acts.forget(permit));
            return;
        }
        permit.succeeded();
        ended(mark, permit, Effect.SUCCESS);
    }

    /** The method ended with an exception, which reaches the caller as it is. */
    void failed(CallMark mark, Permit permit, Throwable thrown) {
        mark.brand(thrown);
        if (mark.prepaidIsTaken()) {
            mark.record(acts -> acts.forget(permit));
            return;
        }
        Effect effect = Effect.UNKNOWN;
        try {
            Optional<ServerAnswer> answer = answerIn(thrown);
            // Of a connection that was not made nobody can tell whether it was the first that the method asked for.
            boolean nothing = answer.isPresent()
                    && tell(permit, answer.get(), mark.method()).isNotActedUpon();
            effect = nothing ? Effect.NONE : Effect.UNKNOWN;
        } catch (RuntimeException ex) {
            logger.warn("{}: the server's answer cannot be read off {}", mark.method(), thrown.getClass(), ex);
        }
        ended(mark, permit, effect);
    }

    private Verdict tell(Permit permit, ServerAnswer answer, String method) {
        Verdict verdict = this.classifiers.get().apply(permit.contour()).classify(answer);
        if (verdict instanceof Verdict.Throttled throttled) {
            permit.refused(throttled
                    .toRefusal("%d at %s".formatted(answer.status(), method))
                    .of(answer.status(), method));
        } else if (verdict instanceof Verdict.Passed) {
            permit.succeeded();
        }
        return verdict;
    }

    private Optional<ServerAnswer> answerIn(Throwable thrown) {
        return Failures.chain(thrown).stream()
                .flatMap(link -> this.readers.get().stream().flatMap(reader -> reader.read(link).stream()))
                .findFirst();
    }
}
