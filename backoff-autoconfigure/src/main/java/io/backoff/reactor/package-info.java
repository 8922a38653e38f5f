/** Reactor: methods that return a {@code Mono} or a {@code Flux}, and Kotlin's suspend functions, which Spring calls as one. */
@NullMarked
package io.backoff.reactor;

import org.jspecify.annotations.NullMarked;
