/** What an operator sees through Spring Boot's actuator. */
@NullMarked
package dev.limiter.spring.actuate;

import org.jspecify.annotations.NullMarked;
