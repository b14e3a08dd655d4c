package dev.limiter.spring.autoconfigure;

import dev.limiter.LimiterRegistry;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Closes the registry while the application shuts down: after the web server's grace period, in which requests that are
 * being served may still get their permits, and before the web server and the clients go.
 */
final class LimiterShutdown implements SmartLifecycle, ApplicationListener<ContextClosedEvent> {

    /** Between Spring Boot's phases for the grace period (1024 below the default) and the end of the server (2048). */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1536;

    private final LimiterRegistry registry;

    private final ApplicationContext context;

    private volatile boolean running;

    private volatile boolean closing;

    LimiterShutdown(LimiterRegistry registry, ApplicationContext context) {
        this.registry = registry;
        this.context = context;
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        // The end of a child context is told to its parents too.
        if (event.getApplicationContext().equals(this.context)) {
            this.closing = true;
        }
    }

    @Override
    public void start() {
        this.running = true;
    }

    /** A context that is stopped or paused may start again; only one that closes is done with its registry. */
    @Override
    public void stop() {
        this.running = false;
        if (this.closing) {
            this.registry.close();
        }
    }

    @Override
    public boolean isRunning() {
        return this.running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
