@NullMarked
package dev.limiter.spring.feign;

import org.jspecify.annotations.NullMarked;
