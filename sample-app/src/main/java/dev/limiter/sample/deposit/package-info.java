/**
 * What an application with a limited client looks like: {@link dev.limiter.sample.deposit.RepositoryClient} and the
 * records that it deposits.
 */
@NullMarked
package dev.limiter.sample.deposit;

import org.jspecify.annotations.NullMarked;
