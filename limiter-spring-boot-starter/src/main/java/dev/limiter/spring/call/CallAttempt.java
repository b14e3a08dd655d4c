package dev.limiter.spring.call;

import dev.limiter.Permit;
import dev.limiter.RateLimitException;
import dev.limiter.Refusal;
import dev.limiter.http.AttemptOutcome;
import dev.limiter.http.ServerAnswer;
import dev.limiter.http.Verdict;
import dev.limiter.spring.call.ContourResolver.Circuit;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One exchange of a call, as far as it does not depend on the client: what it is charged to and how it ended. Safe for use
 * by many threads.
 */
public final class CallAttempt {

    /** The safe methods, RFC 9110 §9.2.1. */
    private static final Set<String> QUESTIONS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private final Traffic traffic;

    private final @Nullable Call call;

    private final @Nullable CallMark mark;

    private final OutgoingRequest request;

    private final CallLog log;

    private volatile @Nullable Circuit circuit;

    private volatile @Nullable Ending ending;

    private volatile boolean sentBefore;

    /** On the clock of {@link System#nanoTime()}. */
    private volatile @Nullable Long leftAt;

    /**
     * An attempt that has not begun.
     *
     * @param call which it belongs to; {@code null} where a filter has made the request itself
     * @param mark under which it is sent
     * @param request as the filters have left it
     */
    public CallAttempt(Traffic traffic, @Nullable Call call, @Nullable CallMark mark, OutgoingRequest request) {
        this.traffic = traffic;
        this.call = call;
        this.mark = mark;
        this.request = request;
        this.log = (call != null) ? call.log() : CallLog.begin();
    }

    /**
     * Finds out what the request is charged to, at first and after each redirect; {@code null} for nothing. From the
     * first time on the attempt counts as one of its call's.
     */
    public @Nullable Circuit charge(URI url) {
        Circuit charged = this.traffic
                .contours()
                .resolve(
                        this.request.text(LimiterAttributes.CONTOUR),
                        this.request.text(LimiterAttributes.KEY),
                        this.mark,
                        url);
        this.circuit = charged;
        if (charged == null) {
            return null;
        }
        if (charged.mark() != null) {
            charged.mark().attemptSeen();
        }
        if (this.mark != null) {
            this.mark.record(Acts::attemptSeen);
        }
        if (this.call != null && this.call.last() != this) {
            this.call.begins(this, charged.contour());
        }
        int number = (this.call != null) ? this.call.attempts() : 1;
        this.log.asks(charged.contour(), number, this.request.method(), this::place);
        return charged;
    }

    /** What it is charged to; {@code null} for nothing, and before it begins. */
    public @Nullable Circuit circuit() {
        return this.circuit;
    }

    /** A permit that has been taken for this attempt already; {@code null} where it has to take one. */
    public @Nullable Permit takePrepaid() {
        Circuit charged = this.circuit;
        return (charged != null && charged.mark() != null) ? charged.mark().takePrepaid() : null;
    }

    /** The permit is there, and the HTTP library is given the request, for the first time or again. */
    public void leaves() {
        this.leftAt = System.nanoTime();
        this.log.leaves();
    }

    /**
     * The HTTP library sends once more, after a redirect or on another connection: what the last answer says is no longer
     * all that was done, unless nothing but a question was asked.
     */
    public void sentAgain() {
        this.sentBefore = !QUESTIONS.contains(this.request.method());
    }

    /**
     * The request is about to leave: from now on the server may have seen it.
     *
     * @throws RateLimitException where it belongs to an operation whose claim has been given up
     */
    public void mayBeSent() {
        if (this.mark != null && this.circuit != null) {
            String contour = this.mark.contour();
            this.mark.record(acts -> {
                if (!acts.mayBeSent(this, name())) {
                    throw new RateLimitException(
                            contour,
                            "Contour '%s': not sent, since %s has ended and given its operation up"
                                    .formatted(contour, place()),
                            null,
                            null);
                }
            });
        }
    }

    /**
     * The server answered.
     *
     * @param refused is told what the permit must be told, where the answer is a refusal
     * @param succeeded is run where the permit must be told of a success
     */
    public void answered(ServerAnswer answer, Verdict verdict, Consumer<Refusal> refused, Runnable succeeded) {
        Circuit charged = this.circuit;
        if (charged == null) {
            return;
        }
        int status = answer.status();
        Verdict judged = this.sentBefore ? verdict.asPossiblyActedUpon() : verdict;
        end(new Ending(charged, AttemptOutcome.answered(answer, judged), status));
        if (verdict instanceof Verdict.Throttled throttled) {
            refused.accept(
                    throttled.toRefusal("%d at %s".formatted(status, place())).of(status, client(charged)));
        } else if (verdict instanceof Verdict.Passed && status < 500) {
            succeeded.run();
        }
    }

    /** There was no answer; {@code null} where nothing can be said that speaks for a repeat. */
    public void failed(@Nullable AttemptOutcome outcome) {
        Circuit charged = this.circuit;
        if (charged != null && outcome != null && this.ending == null) {
            end(new Ending(charged, this.sentBefore ? AttemptOutcome.unknown() : outcome, 0));
        }
    }

    /** It ended before it was sent: of what the mark asks for, the server has not done this. */
    public void notSent() {
        this.log.notSent();
        if (this.mark != null) {
            this.mark.record(acts -> acts.ended(this, name(), Acts.Effect.NONE));
        }
    }

    private void end(Ending how) {
        this.ending = how;
        this.log.ended(how);
        Long left = this.leftAt;
        if (left != null) {
            Duration took = Duration.ofNanos(System.nanoTime() - left);
            this.traffic.attempted(how.circuit().contour(), took, how.status());
        }
        if (this.mark != null) {
            this.mark.record(acts -> ended(acts, how.effect()));
        }
    }

    private void ended(Acts acts, Acts.Effect effect) {
        acts.ended(this, name(), effect);
        if (effect == Acts.Effect.SUCCESS && !QUESTIONS.contains(this.request.method())) {
            acts.changed();
        }
    }

    /** How it ended; {@code null} before, and where nothing can be said that speaks for a repeat. */
    @Nullable
    Ending ending() {
        return this.ending;
    }

    /** Whether the server may have done something that must not be done twice; of a 4xx it has not. */
    boolean mayHaveActed() {
        Ending how = this.ending;
        boolean said = how != null && (how.effect() == Acts.Effect.NONE || (how.status() >= 400 && how.status() < 500));
        return this.leftAt != null && !said && !QUESTIONS.contains(this.request.method());
    }

    /** For people: how it ended and where it went. */
    String outcomeInWords() {
        Ending how = this.ending;
        return ((how != null) ? how.inWords() : "none") + " at " + place();
    }

    /** What it carries in a header, as the filters have left it. */
    @Nullable
    String header(String name) {
        return this.request.header(name);
    }

    /** For people; without path and query, which may hold secrets. */
    private String place() {
        return (this.mark != null) ? this.mark.method() : ContourResolver.hostAndPort(this.request.url());
    }

    /** For meters: one of as many names as the application has marks and configured hosts. */
    private String client(Circuit charged) {
        return (this.mark != null)
                ? this.mark.method()
                : ContourResolver.listedHost(charged.contour(), this.request.url());
    }

    /** By which two attempts are known to ask for the same. Never shown. */
    private String name() {
        return this.request.method() + " " + this.request.url();
    }
}
