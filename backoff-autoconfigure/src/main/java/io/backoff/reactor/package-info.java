/** Reactor: methods that return a {@code Mono} or a {@code Flux}. */
@NullMarked
package io.backoff.reactor;

import org.jspecify.annotations.NullMarked;
