package dev.limiter.benchmarks.start;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * An empty web application: says how long it took from the start of its JVM until it was ready, and how much of the
 * processors, and ends.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class StartedApplication {

    /** Starts it. */
    public static void main(String[] args) {
        try (ConfigurableApplicationContext context = SpringApplication.run(StartedApplication.class, args)) {
            // Looked at before the bean that knows when the JVM began, which takes its time.
            long ready = System.currentTimeMillis();
            long cpu = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
            long begun = ManagementFactory.getRuntimeMXBean().getStartTime();
            System.out.printf(
                    "ready %d %d %b%n", ready - begun, cpu / 1_000_000, context.containsBean("limiterRegistry"));
        }
    }
}
