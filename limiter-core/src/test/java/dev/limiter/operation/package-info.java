/** The contract of an operation store, for the modules that bring one, and what is tested of claims. */
@NullMarked
package dev.limiter.operation;

import org.jspecify.annotations.NullMarked;
