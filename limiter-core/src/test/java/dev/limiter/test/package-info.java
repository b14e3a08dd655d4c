@NullMarked
package dev.limiter.test;

import org.jspecify.annotations.NullMarked;
