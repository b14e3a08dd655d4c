package dev.limiter.spring.call;

import dev.limiter.Permit;
import dev.limiter.PermitRequest;
import dev.limiter.Priority;
import dev.limiter.RateLimitException;
import dev.limiter.contour.Contour;
import dev.limiter.http.ResponseClassifier;
import dev.limiter.http.ServerAnswer;
import dev.limiter.http.Verdict;
import dev.limiter.spring.call.ContourResolver.Circuit;
import java.net.URI;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
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

    private volatile @Nullable Permit permit;

    private boolean sent;

    /** Told only by libraries that say so. */
    private boolean left;

    private boolean sentAgain;

    /** On the clock of {@link System#nanoTime()}. */
    private long grantedAt;

    private boolean exchanged;

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
                this.permit = firstPermit(charged);
                this.grantedAt = System.nanoTime();
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
        Permit used = this.permit;
        this.permit = null;
        Runnable release = (used != null) ? used::close : () -> {};
        if (charged != null) {
            furtherPermit(charged, release);
        } else {
            release.run();
        }
    }

    /**
     * The HTTP library has the connection, and is about to write. A permit that has waited for it too long, or into a pause,
     * is exchanged for another one; the connection is held meanwhile.
     */
    public void connected() {
        Circuit charged = this.attempt.circuit();
        Permit old = this.permit;
        if (charged != null && old != null && isOutOfDate(charged, old)) {
            this.sent = this.sentAgain;
            this.permit = null;
            furtherPermit(charged, old::giveBack);
            this.sent = true;
        }
    }

    /** Late twice is the machine's own slowness; and a cap bounds what can come late together. Then only a pause counts. */
    private boolean isOutOfDate(Circuit charged, Permit held) {
        boolean capped = charged.contour().concurrency() != Contour.UNLIMITED_CONCURRENCY;
        if (!capped && !this.exchanged && this.traffic.isLate(charged.contour(), this.grantedAt)) {
            this.exchanged = true;
            return true;
        }
        return held.isVoid();
    }

    /** @param release frees the place of the permit before, which whoever waits then gets, and may need this connection */
    private void furtherPermit(Circuit charged, Runnable release) {
        CompletableFuture<Permit> asked = this.traffic
                .limiter(charged, null)
                .acquireAsync(charged.request().withPriority(Priority.URGENT));
        release.run();
        try {
            this.permit = asked.get();
        } catch (InterruptedException ex) {
            if (!asked.cancel(false) && !asked.isCompletedExceptionally()) {
                asked.join().giveBack();
            }
            throw interrupted(charged, ex);
        } catch (ExecutionException ex) {
            throw (ex.getCause() instanceof RateLimitException denial) ? denial : new IllegalStateException(ex);
        }
        this.grantedAt = System.nanoTime();
        this.attempt.leaves();
    }

    private Permit firstPermit(Circuit charged) {
        Permit prepaid = this.attempt.takePrepaid();
        if (prepaid != null) {
            return prepaid;
        }
        try {
            PermitRequest left = this.turn.await(this.traffic.hostWarmUp(), this.request.url(), charged);
            return acquire(charged, left);
        } catch (InterruptedException ex) {
            throw interrupted(charged, ex);
        }
    }

    private Permit acquire(Circuit charged, PermitRequest asked) {
        try {
            return this.traffic.limiter(charged, null).acquire(asked);
        } catch (InterruptedException ex) {
            throw interrupted(charged, ex);
        }
    }

    /** The client's methods do not declare an {@link InterruptedException}; the thread stays interrupted. */
    private static RateLimitException interrupted(Circuit charged, InterruptedException ex) {
        Thread.currentThread().interrupt();
        String contour = charged.contour().name();
        return new RateLimitException(
                contour, "Contour '%s': interrupted while waiting for a permit".formatted(contour), null, ex);
    }

    /** Who says what the answer means; {@code null} where nothing is charged. */
    public @Nullable ResponseClassifier classifier() {
        Circuit charged = this.attempt.circuit();
        this.turn.answered();
        return (charged != null) ? this.traffic.classifier(charged.contour()) : null;
    }

    /** The server answered so. */
    public void answered(ServerAnswer answer, Verdict verdict) {
        Permit held = this.permit;
        this.attempt.answered(
                answer,
                verdict,
                refusal -> Objects.requireNonNull(held).refused(refusal),
                () -> Objects.requireNonNull(held).succeeded());
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
        RateLimitException denial = Failures.refusalIn(error);
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

    /** Whether the HTTP library has {@linkplain #leaves told} of what it sends, and so would of a redirect that it follows. */
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
        Permit held = this.permit;
        if (held != null) {
            held.close();
        }
    }
}
