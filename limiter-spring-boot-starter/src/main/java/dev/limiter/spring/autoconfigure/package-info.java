/**
 * Auto-configuration for the limiter: contours from {@code limiter.*} properties, limits on what the application already has.
 */
@NullMarked
package dev.limiter.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
