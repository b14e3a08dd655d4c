@NullMarked
package dev.limiter.redis;

import org.jspecify.annotations.NullMarked;
