/**
 * A page that shows contours live: what the simulated API sees arrive, and what the actuator of each worker says. Start
 * at {@link dev.limiter.sample.page.Page}.
 */
@NullMarked
package dev.limiter.sample.page;

import org.jspecify.annotations.NullMarked;
