/** Support for Reactor: methods that return a {@code Mono} or a {@code Flux}, and reactive calls from code. */
@NullMarked
package io.backoff.reactor;

import org.jspecify.annotations.NullMarked;
