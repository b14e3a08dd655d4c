package dev.limiter.spring.call;

import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.RateLimitException;
import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.ServerAnswer;
import dev.limiter.http.Verdict;
import dev.limiter.spring.call.ContourResolver.Circuit;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * One exchange of a client that blocks: waits on the calling thread for its permit, and tells the permit what the server
 * said. Whoever makes one {@linkplain #end() ends} it, when the answer's body has been read, or there was no answer. Used
 * by the thread that sends; only the end may come from another.
 */
public final class BlockingAttempt {

    private static final ThreadLocal<@Nullable BlockingAttempt> UNDER_WAY = new ThreadLocal<>();

    private final Traffic traffic;

    private final OutgoingRequest request;

    private final CallAttempt attempt;

    private final HostTurn turn = new HostTurn();

    private final AwaitedPermit permit;

    private boolean sent;

    /** Told only by libraries that say so. */
    private boolean left;

    private boolean sentAgain;

    private volatile boolean ended;

    private volatile Runnable cutOff = () -> {};

    /**
     * An attempt that has not begun.
     *
     * @param request as the application's interceptors have left it
     */
    public BlockingAttempt(Traffic traffic, OutgoingRequest request) {
        Call call = Call.of(request);
        CallMark mark = (call != null) ? call.mark() : CallMark.onThread();
        this.traffic = traffic;
        this.request = request;
        this.attempt = new CallAttempt(traffic, call, mark, request);
        this.permit = new AwaitedPermit(traffic);
    }

    /** The rest of the exchange, which the HTTP library does. */
    @FunctionalInterface
    public interface Exchange<R, X extends Exception> {
        R send() throws X;
    }

    /**
     * Waits for the permit and sends.
     *
     * @throws RateLimitException where there is no permit; nothing was sent then
     */
    public <R, X extends Exception> R send(Exchange<R, X> exchange) throws X {
        BlockingAttempt outer = UNDER_WAY.get();
        try {
            Circuit charged = this.attempt.charge(this.request.url());
            if (charged != null) {
                takePermit(charged);
                this.attempt.mayBeSent();
                this.attempt.leaves();
            }
            this.sent = true;
            UNDER_WAY.set(this);
            return exchange.send();
        } catch (Exception ex) {
            throw this.<X>failed(ex);
        } catch (Error ex) {
            end();
            throw ex;
        } finally {
            if (outer == null) {
                UNDER_WAY.remove();
            } else {
                UNDER_WAY.set(outer);
            }
        }
    }

    /** The attempt that the calling thread is sending, so that an HTTP library's own sendings can be paid for. */
    public static @Nullable BlockingAttempt underWay() {
        return UNDER_WAY.get();
    }

    /** Whether the calling thread is sending an attempt of this call: then what is below it must not pay again. */
    public static boolean isUnderWay(Call call) {
        BlockingAttempt attempt = UNDER_WAY.get();
        return attempt != null && Call.of(attempt.request) == call;
    }

    /** Whether anything is charged for it. */
    public boolean isCharged() {
        return this.attempt.circuit() != null;
    }

    /**
     * The HTTP library is about to send. Where it has done so already, and does it once more after a redirect or on another
     * connection, that takes another permit, before all others, since this request's turn had come.
     */
    public void leaves(URI url) {
        if (!this.left) {
            this.left = true;
            return;
        }
        this.sentAgain = true;
        this.attempt.sentAgain();
        Circuit charged = this.attempt.charge(url);
        this.permit.takeAnother(charged);
        if (charged != null) {
            this.attempt.mayBeSent();
            this.attempt.leaves();
        }
    }

    /**
     * The HTTP library has the connection, and is about to write. A permit that has waited for it too long, or into a pause,
     * is exchanged for another one; the connection is held meanwhile.
     */
    public void connected() {
        Circuit charged = this.attempt.circuit();
        if (charged != null && this.permit.isOutOfDate(charged)) {
            this.sent = this.sentAgain;
            this.permit.exchange(charged);
            this.attempt.leaves();
            this.sent = true;
        }
    }

    private void takePermit(Circuit charged) {
        Permit prepaid = this.attempt.takePrepaid();
        if (prepaid != null) {
            this.permit.hold(prepaid);
            return;
        }
        PermitRequest left;
        try {
            left = this.turn.await(this.traffic.hostWarmUp(), this.request.url(), charged);
        } catch (InterruptedException ex) {
            throw AwaitedPermit.interrupted(charged, ex);
        }
        this.permit.take(charged, left);
    }

    /** Who says what the answer means; {@code null} where nothing is charged. */
    public @Nullable ResponseClassifier classifier() {
        Circuit charged = this.attempt.circuit();
        this.turn.answered();
        return (charged != null) ? this.traffic.classifier(charged.contour()) : null;
    }

    /** The server answered so. */
    public void answered(ServerAnswer answer, Verdict verdict) {
        this.attempt.answered(answer, verdict, this.permit::refused, this.permit::succeeded);
    }

    /**
     * The HTTP library has followed a redirect unseen, or may have: how the exchange ends says nothing of the request before
     * it.
     */
    public void followedRedirect() {
        this.attempt.sentAgain();
    }

    /** Whether the answer is of a kind that is repeated: then nobody may come to see its body. */
    public boolean mayBeRepeated() {
        Ending ending = this.attempt.ending();
        return ending != null && ending.isOfRepeatedKind();
    }

    @SuppressWarnings("unchecked")
    private <X extends Exception> X failed(Exception error) {
        end();
        RateLimitException denial = Failures.denialIn(error);
        if (denial != null && !this.sent) {
            this.attempt.notSent();
        }
        if (denial != null) {
            throw denial;
        }
        this.attempt.failed(Failures.outcomeOf(error, this.sent));
        if (error instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        return (X) error;
    }

    /** How to break the connection, where closing the answer would read the rest of its body. */
    public void onCutOff(Runnable how) {
        this.cutOff = how;
    }

    /** Breaks the connection, as far as the HTTP library has said how. From any thread. */
    public void cutOff() {
        this.cutOff.run();
    }

    /**
     * Whether the HTTP library has {@linkplain #leaves told} of what it sends, and so would of a redirect that it
     * follows.
     */
    public boolean isTold() {
        return this.left;
    }

    /** Whether it has {@linkplain #end() ended}. */
    public boolean isOver() {
        return this.ended;
    }

    /** It is over, for whatever reason. Does nothing the second time. */
    public void end() {
        if (this.ended) {
            return;
        }
        this.ended = true;
        this.turn.end();
        this.permit.close();
    }
}
