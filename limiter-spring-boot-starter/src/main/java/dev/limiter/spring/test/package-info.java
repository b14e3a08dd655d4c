/**
 * For the tests of applications that use the limiter: virtual time in a Spring Boot test
 * ({@link dev.limiter.spring.test.LimiterInVirtualTime}) and an API with a quota on the loopback
 * ({@link dev.limiter.spring.test.FakeApi}). Needs no test framework, and nothing of it is used outside of tests.
 */
@NullMarked
package dev.limiter.spring.test;

import org.jspecify.annotations.NullMarked;
