/** What happens to contours, as events of the application. */
@NullMarked
package dev.limiter.spring.event;

import org.jspecify.annotations.NullMarked;
