@NullMarked
package dev.limiter.spring.restclient;

import org.jspecify.annotations.NullMarked;
