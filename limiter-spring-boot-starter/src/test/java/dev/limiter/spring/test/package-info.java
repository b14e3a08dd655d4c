@NullMarked
package dev.limiter.spring.test;

import org.jspecify.annotations.NullMarked;
