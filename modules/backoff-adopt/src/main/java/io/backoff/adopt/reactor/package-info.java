/** Follows adopted calls that return a {@code Mono} or a {@code Flux}. */
@Internal
@NullMarked
package io.backoff.adopt.reactor;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
