package dev.limiter.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ApplicationClassLoaderExecutorTests {

    @Test
    void a_task_sees_the_applications_class_loader_and_the_thread_keeps_its_own() throws Exception {
        try (URLClassLoader application = new URLClassLoader(new URL[0])) {
            List<@Nullable ClassLoader> seen = new ArrayList<>();
            ClassLoader before = Thread.currentThread().getContextClassLoader();

            new ApplicationClassLoaderExecutor(Runnable::run, application)
                    .execute(() -> seen.add(Thread.currentThread().getContextClassLoader()));

            assertThat(seen).containsExactly(application);
            assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
        }
    }
}
