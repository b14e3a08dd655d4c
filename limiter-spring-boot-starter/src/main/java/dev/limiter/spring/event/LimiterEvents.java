package dev.limiter.spring.event;

import dev.limiter.Exhaustion;
import dev.limiter.LimiterListener;
import dev.limiter.PauseBegun;
import dev.limiter.StoreMode;
import dev.limiter.spring.event.LimiterEvent.BudgetExhausted;
import dev.limiter.spring.event.LimiterEvent.LimitsChanged;
import dev.limiter.spring.event.LimiterEvent.PauseBegan;
import dev.limiter.spring.event.LimiterEvent.PauseEnded;
import dev.limiter.spring.event.LimiterEvent.StoreModeChanged;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Publishes what happens as {@link LimiterEvent}s, on a daemon thread that is there while there is something to
 * publish.
 */
public final class LimiterEvents implements LimiterListener, DisposableBean {

    /** So many events may wait to be published. */
    static final int MOST = 1000;

    private static final Logger logger = LoggerFactory.getLogger(LimiterEvents.class);

    private static final Duration QUIET = Duration.ofMinutes(1);

    private final ApplicationEventPublisher publisher;

    /** Like {@link System#nanoTime()}. */
    private final LongSupplier nanos;

    /** Without locks: who tells may be an event loop. */
    private final Queue<LimiterEvent> queue = new ConcurrentLinkedQueue<>();

    /** How many are in the queue or being published: the thread is there while there are any. */
    private final AtomicInteger unpublished = new AtomicInteger();

    private volatile boolean closed;

    /** When something of that name was last said. */
    private final ConcurrentMap<String, Long> saidAt = new ConcurrentHashMap<>();

    /** Publishes to an application. */
    public LimiterEvents(ApplicationEventPublisher publisher) {
        this(publisher, System::nanoTime);
    }

    LimiterEvents(ApplicationEventPublisher publisher, LongSupplier nanos) {
        this.publisher = publisher;
        this.nanos = nanos;
    }

    @Override
    public void paused(PauseBegun pause) {
        publish(new PauseBegan(pause.contour(), pause.length(), pause.moved(), pause.cause()));
    }

    @Override
    public void pauseOver(String contour) {
        publish(new PauseEnded(contour, false));
    }

    @Override
    public void resumed(String contour) {
        publish(new PauseEnded(contour, true));
    }

    @Override
    public void storeModeChanged(String contour, StoreMode mode, String reason) {
        publish(new StoreModeChanged(contour, mode, reason));
    }

    @Override
    public void limitsChanged(String contour, String from, String to) {
        publish(new LimitsChanged(contour, from, to));
    }

    @Override
    public void exhausted(String contour, Exhaustion by) {
        if (by == Exhaustion.BUDGET && isNews(contour)) {
            publish(new BudgetExhausted(contour));
        }
    }

    private boolean isNews(String name) {
        long now = this.nanos.getAsLong();
        boolean[] news = {false};
        this.saidAt.compute(name, (same, before) -> {
            news[0] = before == null || now - before >= QUIET.toNanos();
            return news[0] ? now : before;
        });
        return news[0];
    }

    private void publish(LimiterEvent event) {
        if (this.closed) {
            return;
        }
        if (this.unpublished.get() >= MOST) {
            if (isNews("")) {
                logger.warn("A listener of the application is so slow that {} was dropped. Said once a minute.", event);
            }
            return;
        }
        this.queue.add(event);
        if (this.unpublished.getAndIncrement() == 0) {
            Thread thread = new Thread(this::publishAll, "limiter-events");
            thread.setDaemon(true);
            // It may be started by a thread of an HTTP library, which has another one.
            thread.setContextClassLoader(LimiterEvents.class.getClassLoader());
            thread.start();
        }
    }

    private void publishAll() {
        do {
            LimiterEvent event = this.queue.remove();
            if (!this.closed) {
                publishNow(event);
            }
        } while (this.unpublished.decrementAndGet() > 0);
    }

    private void publishNow(LimiterEvent event) {
        try {
            this.publisher.publishEvent(event);
        } catch (RuntimeException | Error ex) {
            logger.warn("{} could not be published, or a listener threw", event, ex);
        }
    }

    /** What has not been published by now is not published any more. */
    @Override
    public void destroy() {
        this.closed = true;
    }
}
