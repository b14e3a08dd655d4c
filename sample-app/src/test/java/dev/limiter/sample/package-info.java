@NullMarked
package dev.limiter.sample;

import org.jspecify.annotations.NullMarked;
