package dev.limiter.spring.test;

import dev.limiter.test.ManualStore;
import dev.limiter.test.VirtualClock;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * On a Spring Boot test: the limiter lives in virtual time and in memory. Permits, pauses and waits for a repeat come when the
 * test moves the clock, and whatever {@code limiter.store} says no Redis is asked. A {@link VirtualClock} and a
 * {@link ManualStore}, which counts as the limits say until it is told otherwise, can be injected.
 *
 * <p>What is not the limiter's stays in real time: the time-outs of HTTP clients, and the executors of the application. It is
 * an import, so it works on configuration classes too, and on test classes where Spring Boot's own test annotations do.
 * Tests that share an application context share its clock and its buckets.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Import(VirtualTimeConfiguration.class)
public @interface LimiterInVirtualTime {}
