@NullMarked
package dev.limiter.sample.page;

import org.jspecify.annotations.NullMarked;
