@NullMarked
package dev.limiter.sample.worker;

import org.jspecify.annotations.NullMarked;
