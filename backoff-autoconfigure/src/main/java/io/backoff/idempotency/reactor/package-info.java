/** Idempotent methods that return a {@code Mono}. */
@NullMarked
package io.backoff.idempotency.reactor;

import org.jspecify.annotations.NullMarked;
