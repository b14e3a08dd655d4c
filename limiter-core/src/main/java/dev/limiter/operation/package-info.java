/**
 * Which business operations are in flight or done: {@link dev.limiter.operation.Claims} runs a claim's life for whoever
 * sends, and the {@link dev.limiter.operation.OperationStore} SPI keeps it. Implementations of the SPI must pass the
 * contract suite in this module's test jar. Depends on nothing of ours but the root and the contour package.
 */
@NullMarked
package dev.limiter.operation;

import org.jspecify.annotations.NullMarked;
