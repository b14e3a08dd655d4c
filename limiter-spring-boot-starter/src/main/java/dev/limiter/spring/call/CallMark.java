package dev.limiter.spring.call;

import dev.limiter.Permit;
import dev.limiter.PermitPer;
import dev.limiter.PermitRequest;
import dev.limiter.RepeatsExhaustedException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * One call of a marked method, as the HTTP clients below it see it: which contour its attempts belong to, what they
 * cost, and whether one was sent. Each call, and each subscription of a reactive one, has its own.
 *
 * <p>It travels in the Reactor context of what the method returns, or bound to the thread while the method runs. Marks
 * nest: the innermost counts. Safe for use by many threads.
 */
public final class CallMark {

    private final String contour;

    private final String key;

    private final PermitRequest request;

    private final String method;

    private final PermitPer permit;

    private final AtomicReference<@Nullable Permit> prepaid;

    private final @Nullable String idempotencyKey;

    private final @Nullable Acts acts;

    private final @Nullable CallMark outer;

    private volatile boolean attemptSeen;

    private volatile @Nullable RepeatsExhaustedException exhausted;

    private CallMark(
            String contour,
            String key,
            PermitRequest request,
            String method,
            @Nullable Permit prepaid,
            @Nullable String idempotencyKey,
            @Nullable Acts acts,
            @Nullable CallMark outer) {
        this.contour = contour;
        this.key = key;
        this.request = request;
        this.method = method;
        this.permit = (prepaid != null) ? PermitPer.METHOD : PermitPer.ATTEMPT;
        this.prepaid = new AtomicReference<>(prepaid);
        this.idempotencyKey = idempotencyKey;
        this.acts = acts;
        this.outer = outer;
    }

    /** A mark whose attempts take a permit each. */
    public static CallMark perAttempt(String contour, String key, PermitRequest request, String method) {
        return new CallMark(contour, key, request, method, null, null, null, null);
    }

    /** This mark, new, with a permit that has been taken for its first attempt. Whoever took it closes it. */
    public CallMark prepaid(Permit taken) {
        return with(taken, this.idempotencyKey, this.acts, this.outer);
    }

    /** This mark, new, with a key by which the server recognises its calls; {@code null} for none. */
    public CallMark withIdempotencyKey(@Nullable String other) {
        return with(this.prepaid.get(), other, this.acts, this.outer);
    }

    /** This mark, new, with a record of what the server does under it. */
    public CallMark recordedIn(Acts other) {
        return with(this.prepaid.get(), this.idempotencyKey, other, this.outer);
    }

    /** This mark, new, inside of another. */
    public CallMark inside(@Nullable CallMark other) {
        return with(this.prepaid.get(), this.idempotencyKey, this.acts, other);
    }

    private CallMark with(
            @Nullable Permit taken,
            @Nullable String otherKey,
            @Nullable Acts otherActs,
            @Nullable CallMark otherOuter) {
        return new CallMark(this.contour, this.key, this.request, this.method, taken, otherKey, otherActs, otherOuter);
    }

    /** The contour's name. It may be unknown to the registry. */
    public String contour() {
        return this.contour;
    }

    /** The contour key as the caller has it, possibly a credential; empty where the contour has one bucket. */
    public String key() {
        return this.key;
    }

    /** What each attempt asks for. */
    public PermitRequest request() {
        return this.request;
    }

    /** The marked method, for people: {@code RecordClient.deposit}. */
    public String method() {
        return this.method;
    }

    /** Whether each attempt takes its permit, or the method has taken one. */
    public PermitPer permit() {
        return this.permit;
    }

    /** By what the server recognises the calls under this mark; {@code null} where nobody has said. */
    public @Nullable String idempotencyKey() {
        return this.idempotencyKey;
    }

    /** Tells those who record what the server does, of this mark and of the outer ones. */
    public void record(Consumer<Acts> entry) {
        if (this.acts != null) {
            entry.accept(this.acts);
        }
        if (this.outer != null) {
            this.outer.record(entry);
        }
    }

    /** The last call under this mark ended so; {@code null} where it did not. */
    void ended(@Nullable RepeatsExhaustedException how) {
        this.exhausted = how;
    }

    /** Says on what a marked method throws that its call was repeated as often as it may be. */
    public void brand(Throwable thrown) {
        RepeatsExhaustedException how = this.exhausted;
        if (how != null && !RepeatsExhaustedException.isIn(thrown)) {
            thrown.addSuppressed(how);
        }
    }

    /** An attempt is about to be sent under this mark. Told to the outer marks of the same contour too. */
    public void attemptSeen() {
        this.attemptSeen = true;
        if (this.outer != null && this.outer.contour.equals(this.contour)) {
            this.outer.attemptSeen();
        }
    }

    /** Whether any attempt has been sent under this mark. */
    public boolean anyAttemptSeen() {
        return this.attemptSeen;
    }

    /**
     * The permit that the method, or an outer one, took for the same contour, key and cost; once. The taker says how
     * the attempt went; closing it is harmless, and done at the end of the method at the latest.
     *
     * @return {@code null} where there is none, or an attempt has it already
     */
    public @Nullable Permit takePrepaid() {
        Permit own = this.prepaid.getAndSet(null);
        if (own != null || this.outer == null) {
            return own;
        }
        return paysFor(this.outer) ? this.outer.takePrepaid() : null;
    }

    private boolean paysFor(CallMark other) {
        return this.contour.equals(other.contour)
                && this.key.equals(other.key)
                && this.request.permits() == other.request.permits();
    }

    /** Whether an attempt has taken {@link #takePrepaid() the permit}. */
    public boolean prepaidIsTaken() {
        return this.permit == PermitPer.METHOD && this.prepaid.get() == null;
    }

    /** The innermost mark of a subscription: the Reactor context's, else the calling thread's. */
    public static @Nullable CallMark current(ContextView context) {
        CallMark inContext = MarkContext.read(context);
        return (inContext != null) ? inContext : onThread();
    }

    /** The innermost mark that is bound to the calling thread. */
    public static @Nullable CallMark onThread() {
        return Scope.CURRENT.get();
    }

    /** The context with this mark as the innermost one. */
    public Context writeTo(Context context) {
        return MarkContext.write(context, this);
    }

    /** Binds this mark to the calling thread until the scope is closed, on the same thread. */
    public Scope bindToThread() {
        return new Scope(this);
    }

    /** Binds a mark that was bound to another thread; {@code null} for none. */
    public static Scope bindToThread(@Nullable CallMark mark) {
        return new Scope(mark);
    }

    @Override
    public String toString() {
        return this.method + " on contour " + this.contour;
    }

    /** The time during which a mark is bound to a thread. Closing it brings back the mark that was bound before. */
    public static final class Scope implements AutoCloseable {

        private static final ThreadLocal<@Nullable CallMark> CURRENT = new ThreadLocal<>();

        private final @Nullable CallMark before;

        private Scope(@Nullable CallMark mark) {
            this.before = CURRENT.get();
            bind(mark);
        }

        @Override
        public void close() {
            bind(this.before);
        }

        private static void bind(@Nullable CallMark mark) {
            if (mark == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(mark);
            }
        }
    }
}
