package dev.limiter.spring.autoconfigure;

import java.util.concurrent.Executor;

/**
 * Runs tasks elsewhere, with the application's class loader. In an executable jar the threads of the common pool have
 * the system's, in which the application's classes are not found.
 */
final class ApplicationClassLoaderExecutor implements Executor {

    private final Executor executor;

    private final ClassLoader classLoader;

    ApplicationClassLoaderExecutor(Executor executor, ClassLoader classLoader) {
        this.executor = executor;
        this.classLoader = classLoader;
    }

    @Override
    public void execute(Runnable task) {
        this.executor.execute(() -> {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(this.classLoader);
            try {
                task.run();
            } finally {
                thread.setContextClassLoader(before);
            }
        });
    }
}
