@NullMarked
package dev.limiter.spring.webclient;

import org.jspecify.annotations.NullMarked;
