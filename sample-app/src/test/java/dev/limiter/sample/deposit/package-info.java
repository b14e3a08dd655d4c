@NullMarked
package dev.limiter.sample.deposit;

import org.jspecify.annotations.NullMarked;
