/** What tests of several packages need: a server that answers from a script, an application, what listeners were told. */
@NullMarked
package dev.limiter.spring.testing;

import org.jspecify.annotations.NullMarked;
