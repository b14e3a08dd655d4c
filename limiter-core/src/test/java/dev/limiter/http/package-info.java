@NullMarked
package dev.limiter.http;

import org.jspecify.annotations.NullMarked;
