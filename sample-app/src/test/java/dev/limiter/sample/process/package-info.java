@NullMarked
package dev.limiter.sample.process;

import org.jspecify.annotations.NullMarked;
