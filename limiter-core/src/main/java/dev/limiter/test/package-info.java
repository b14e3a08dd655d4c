/**
 * For the tests of those who use the limiter: a clock that is moved by hand, a store whose answers a test decides, and what
 * arrived, with assertions. Plain Java, for any test framework. The entry point is {@link dev.limiter.test.VirtualClock}.
 */
@NullMarked
package dev.limiter.test;

import org.jspecify.annotations.NullMarked;
