package dev.limiter.gate;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What one class logs, in place of the console. */
public final class LogLines implements AutoCloseable {

    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    private final Logger logger;

    public LogLines(Class<?> of) {
        this.logger = (Logger) LoggerFactory.getLogger(of);
        this.logger.setLevel(Level.INFO);
        this.logger.setAdditive(false);
        this.logger.addAppender(this.appender);
        this.appender.start();
    }

    public List<String> lines() {
        return this.appender.list.stream()
                .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                .toList();
    }

    @Override
    public void close() {
        this.logger.detachAppender(this.appender);
        this.logger.setLevel(null);
        this.logger.setAdditive(true);
    }
}
