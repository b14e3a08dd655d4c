package dev.limiter.spring.call;

import dev.limiter.Exhaustion;
import dev.limiter.RateLimitException;
import dev.limiter.RepeatsExhaustedException;
import dev.limiter.RetryBudgetExhaustedException;
import dev.limiter.contour.Contour;
import dev.limiter.contour.IdempotencyKeys;
import dev.limiter.http.AttemptOutcome;
import dev.limiter.http.RetryDecision;
import dev.limiter.http.RetryDecision.Reason;
import dev.limiter.http.RetryDecision.Repeat;
import dev.limiter.http.RetryDecision.Stop;
import dev.limiter.http.RetryRules;
import dev.limiter.http.SentRequest;
import dev.limiter.spring.call.ContourResolver.Circuit;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One call of a client: what its attempts have in common, and what its repeats go by. Travels as an attribute of the
 * request, so that filters that change threads or contexts do not lose it. Safe for use by many threads.
 */
public final class Call {

    /** The attribute of a request that holds its call. */
    public static final String ATTRIBUTE = Call.class.getName();

    private final Traffic traffic;

    private final OutgoingRequest request;

    private final @Nullable CallMark mark;

    private final @Nullable IdempotencyKey idempotencyKey;

    private final long began = System.nanoTime();

    private final CallLog log = CallLog.begin();

    private final AtomicInteger attempts = new AtomicInteger();

    private volatile @Nullable CallAttempt last;

    /** Whether the server may have acted upon an attempt before the last one, since the filters last began. */
    private volatile boolean actedBefore;

    /**
     * A new call.
     *
     * @param request as the application made it: no filter has seen it
     * @param mark the innermost one
     */
    public Call(Traffic traffic, OutgoingRequest request, @Nullable CallMark mark) {
        this.traffic = traffic;
        this.request = request;
        this.mark = mark;
        this.idempotencyKey = findIdempotencyKey();
        if (mark != null) {
            mark.ended(null);
        }
    }

    /** A header that every attempt carries. */
    public record IdempotencyKey(String header, String value) {}

    /** The call that an attempt's request belongs to; {@code null} where a filter has made that request itself. */
    public static @Nullable Call of(OutgoingRequest request) {
        return (request.attribute(ATTRIBUTE) instanceof Call call) ? call : null;
    }

    /** The mark that it was made under. */
    public @Nullable CallMark mark() {
        return this.mark;
    }

    /** What to add to the request before its first attempt; {@code null} for nothing. */
    public @Nullable IdempotencyKey idempotencyKey() {
        return this.idempotencyKey;
    }

    private @Nullable IdempotencyKey findIdempotencyKey() {
        if (SentRequest.isIdempotent(this.request.method())) {
            return null;
        }
        Circuit circuit = circuit();
        if (circuit == null || circuit.contour().isObserved()) {
            return null;
        }
        IdempotencyKeys keys = circuit.contour().idempotencyKeys();
        if (this.request.hasHeader(keys.header())) {
            return null;
        }
        String stated = (circuit.mark() != null) ? circuit.mark().idempotencyKey() : null;
        if (stated != null) {
            return new IdempotencyKey(keys.header(), stated);
        }
        return keys.made() ? new IdempotencyKey(keys.header(), UUID.randomUUID().toString()) : null;
    }

    /** As far as it can be told before the filters have run. */
    private @Nullable Circuit circuit() {
        try {
            return this.traffic
                    .contours()
                    .resolve(
                            this.request.text(LimiterAttributes.CONTOUR),
                            this.request.text(LimiterAttributes.KEY),
                            this.mark,
                            this.request.url());
        } catch (RateLimitException ex) {
            // The filters may yet choose another host; if they do not, the attempt says so.
            return null;
        }
    }

    /** The filters run, for the first time or again: what the last attempt was does not count any more. */
    public void filtersRun() {
        this.last = null;
        this.actedBefore = false;
    }

    /** An attempt begins: one exchange, those included that the application's own filters repeat. */
    void begins(CallAttempt attempt, Contour contour) {
        if (this.attempts.incrementAndGet() == 1) {
            this.traffic.rules(contour).budget().firstAttempt();
        }
        CallAttempt before = this.last;
        this.actedBefore |= before != null && before.mayHaveActed();
        this.last = attempt;
    }

    /** How many attempts have begun. */
    int attempts() {
        return this.attempts.get();
    }

    /** Who writes down what becomes of it. */
    CallLog log() {
        return this.log;
    }

    /** The last attempt since the filters last began. */
    @Nullable
    CallAttempt last() {
        return this.last;
    }

    /**
     * What follows from what came out of the filters. A repeat has been taken from the budget and told to the listeners; it
     * is to be sent after its wait.
     *
     * @param status of the answer; 0 for an error
     */
    public RetryDecision next(int status) {
        CallAttempt attempt = this.last;
        Ending ending = (attempt != null) ? attempt.ending() : null;
        // A filter can answer in the place of the server.
        if (attempt == null || ending == null || ending.isSuccess() || (status != 0 && status != ending.status())) {
            return new Stop(Reason.FINAL);
        }
        Circuit circuit = ending.circuit();
        RetryRules rules = this.traffic.rules(circuit.contour());
        AttemptOutcome outcome = this.actedBefore ? ending.outcome().asPossiblyActedUpon() : ending.outcome();
        RetryDecision decision = rules.decide(
                sent(attempt, circuit.contour()), this.attempts.get(), outcome, circuit.maxWait(), elapsed());
        if (decision instanceof Repeat) {
            this.traffic.repeated(circuit.contour(), this.attempts.get() + 1);
        } else if (decision instanceof Stop stop) {
            stopped(ending, stop.reason());
        }
        this.log.decided(decision);
        return decision;
    }

    /** A key that a filter has put in the place of the call's own, or taken away, would be another one next time. */
    private SentRequest sent(CallAttempt attempt, Contour contour) {
        String header = contour.idempotencyKeys().header();
        IdempotencyKey added = this.idempotencyKey;
        String own = (added != null && added.header().equalsIgnoreCase(header))
                ? added.value()
                : this.request.header(header);
        boolean hasKey = own != null && own.equals(attempt.header(header));
        return new SentRequest(this.request.method(), hasKey, this.request.hasRepeatableBody());
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - this.began);
    }

    /** A contour that repeats nothing leaves that to others: then nothing is exhausted. */
    private void stopped(Ending ending, Reason reason) {
        Contour contour = ending.circuit().contour();
        if (!reason.isExhaustion() || contour.retry().maxAttempts() == 1) {
            return;
        }
        this.traffic.exhausted(contour, byOf(reason));
        if (this.mark != null) {
            this.mark.ended(new RepeatsExhaustedException(
                    contour.name(),
                    "Contour '%s': not repeated after %d attempts, %s"
                            .formatted(contour.name(), this.attempts.get(), inWords(reason)),
                    ending.outcome().asked(),
                    null));
        }
    }

    private static Exhaustion byOf(Reason reason) {
        return switch (reason) {
            case ATTEMPTS -> Exhaustion.ATTEMPTS;
            case TIME -> Exhaustion.TIME;
            case TOO_LATE -> Exhaustion.MAX_WAIT;
            default -> Exhaustion.BUDGET;
        };
    }

    private static String inWords(Reason reason) {
        return switch (reason) {
            case ATTEMPTS -> "which are all that it may take (retry.max-attempts)";
            case TIME -> "since its time is over (retry.max-time)";
            case TOO_LATE -> "since the server asks for a longer wait than the caller has (max-wait)";
            default -> "since the contour has spent its share of repeats (retry.budget)";
        };
    }

    /**
     * What the caller is told at the end of the budget.
     *
     * @param last the last error, or what the client makes of the last answer, which becomes the cause
     */
    public RetryBudgetExhaustedException budgetExhausted(Throwable last) {
        CallAttempt attempt = this.last;
        // The client's own message has the URL, and may have the answer's body.
        String outcome = (attempt != null) ? attempt.outcomeInWords() : "none";
        return new RetryBudgetExhaustedException(contour(), outcome, last);
    }

    /** The contour of the last attempt. */
    public String contour() {
        CallAttempt attempt = this.last;
        Circuit circuit = (attempt != null) ? attempt.circuit() : null;
        return (circuit != null) ? circuit.contour().name() : "";
    }
}
