package dev.limiter.operation;

import dev.limiter.OperationState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A store for one process, which forgets everything at its end. Answers at once, on the calling thread; every stage is
 * complete when it is returned. Safe for use by many threads.
 *
 * <p>What is over leaves at the next call, so it holds no more than was claimed or done within the {@code operation-ttl}.
 * How long something holds is measured on a clock that never goes back; the wall clock only says so to people.
 */
public final class InMemoryOperationStore implements OperationStore {

    private static final Comparator<Entry> FIRST_OVER = (one, other) -> (one.overAt != other.overAt)
            // nanoTime may overflow: only differences count
            ? Long.signum(one.overAt - other.overAt)
            : Long.compare(one.serial, other.serial);

    private final LongSupplier nanoTime;

    private final InstantSource wallClock;

    /** Guards all that follows. */
    private final Object monitor = new Object();

    private final Map<Id, Entry> entries = new HashMap<>();

    private final TreeSet<Entry> byEnd = new TreeSet<>(FIRST_OVER);

    private long serial;

    private record Id(String contour, String id) {}

    /**
     * @param owner {@code null} where it is done
     * @param overAt in the time of {@code nanoTime}
     */
    private record Entry(Id id, @Nullable String owner, Instant since, Instant until, long overAt, long serial) {

        OperationState state() {
            return (this.owner != null)
                    ? new OperationState.InFlight(this.since, this.until)
                    : new OperationState.Done(this.since, this.until);
        }
    }

    /** A store on the clocks of the JVM. */
    public InMemoryOperationStore() {
        this(System::nanoTime, InstantSource.system());
    }

    /**
     * A store on clocks of the caller's, for tests.
     *
     * @param nanoTime as {@link System#nanoTime()}
     */
    public InMemoryOperationStore(LongSupplier nanoTime, InstantSource wallClock) {
        this.nanoTime = nanoTime;
        this.wallClock = wallClock;
    }

    @Override
    public CompletionStage<ClaimAnswer> claim(String contour, String id, String owner, Duration ttl) {
        Id asked = new Id(contour, id);
        synchronized (this.monitor) {
            Entry known = known(asked);
            if (known == null) {
                return answer(new ClaimAnswer(true, put(asked, owner, ttl).state()));
            }
            return answer(new ClaimAnswer(owner.equals(known.owner()), known.state()));
        }
    }

    @Override
    public CompletionStage<Void> done(String contour, String id, Duration ttl) {
        Id asked = new Id(contour, id);
        synchronized (this.monitor) {
            remove(known(asked));
            put(asked, null, ttl);
        }
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Boolean> release(String contour, String id, String owner) {
        synchronized (this.monitor) {
            Entry known = known(new Id(contour, id));
            return answer(known != null && owner.equals(known.owner()) && remove(known));
        }
    }

    @Override
    public CompletionStage<Boolean> release(String contour, String id) {
        synchronized (this.monitor) {
            return answer(remove(known(new Id(contour, id))));
        }
    }

    @Override
    public CompletionStage<OperationState> find(String contour, String id) {
        synchronized (this.monitor) {
            Entry known = known(new Id(contour, id));
            return answer((known != null) ? known.state() : new OperationState.Unclaimed());
        }
    }

    /** How many operations are claimed or noted as done now. */
    public int size() {
        synchronized (this.monitor) {
            forgetWhatIsOver();
            return this.byEnd.size();
        }
    }

    private @Nullable Entry known(Id id) {
        forgetWhatIsOver();
        return this.entries.get(id);
    }

    private void forgetWhatIsOver() {
        long now = this.nanoTime.getAsLong();
        while (!this.byEnd.isEmpty() && this.byEnd.first().overAt() - now <= 0) {
            remove(this.byEnd.first());
        }
    }

    private Entry put(Id id, @Nullable String owner, Duration ttl) {
        Instant since = this.wallClock.instant();
        long overAt = this.nanoTime.getAsLong() + ttl.toNanos();
        Entry entry = new Entry(id, owner, since, since.plus(ttl), overAt, this.serial++);
        this.entries.put(id, entry);
        this.byEnd.add(entry);
        return entry;
    }

    private boolean remove(@Nullable Entry entry) {
        if (entry == null) {
            return false;
        }
        this.entries.remove(entry.id());
        return this.byEnd.remove(entry);
    }

    private static <T> CompletionStage<T> answer(T value) {
        return CompletableFuture.completedFuture(value);
    }
}
