package dev.limiter.spring.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.limiter.LimiterListener;
import dev.limiter.PauseBegun;
import dev.limiter.RateLimitException;
import dev.limiter.WaitReason;
import dev.limiter.spring.autoconfigure.LimiterAutoConfiguration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Contexts in which {@code @RateLimited} works, and what happened in them. */
final class Beans {

    private Beans() {}

    /** One contour, {@code datacite}, with a capacity of 3 that fills up in minutes. */
    static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        AopAutoConfiguration.class,
                        PropertyPlaceholderAutoConfiguration.class,
                        TaskExecutionAutoConfiguration.class,
                        LimiterAutoConfiguration.class))
                .withBean(News.class)
                .withPropertyValues(
                        "limiter.store=memory",
                        "limiter.contours.datacite.limits[0].rate=1/m",
                        "limiter.contours.datacite.limits[0].capacity=3",
                        "limiter.contours.datacite.max-wait=2s");
    }

    static <T> T bean(AssertableApplicationContext context, Class<T> type) {
        assertThat(context).hasNotFailed();
        return context.getBean(type);
    }

    /** Writes down what the limiter tells. */
    static class News implements LimiterListener {

        final List<String> heard = new CopyOnWriteArrayList<>();

        long count(String prefix) {
            return this.heard.stream().filter(news -> news.startsWith(prefix)).count();
        }

        /** Listeners are told right after the caller goes on, not before. */
        void awaitCount(String prefix, long expected) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(5))
                    .pollInterval(Duration.ofMillis(5))
                    .untilAsserted(() -> assertThat(count(prefix)).isEqualTo(expected));
        }

        @Override
        public void granted(String contour, Duration waited, WaitReason reason) {
            this.heard.add("granted " + contour);
        }

        @Override
        public void denied(String contour, Duration waited, RateLimitException exception) {
            this.heard.add("denied " + contour);
        }

        @Override
        public void abandoned(String contour, Duration waited, WaitReason reason) {
            this.heard.add("abandoned " + contour);
        }

        @Override
        public void paused(PauseBegun pause) {
            this.heard.add("paused " + pause.contour() + " " + pause.cause());
        }

        @Override
        public void noAttemptSeen(String contour, String method) {
            this.heard.add("unseen " + contour + " " + method);
        }
    }
}
