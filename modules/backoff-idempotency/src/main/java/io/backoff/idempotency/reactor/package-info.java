/** Idempotent methods that return a {@code Mono}. */
@Internal
@NullMarked
package io.backoff.idempotency.reactor;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
