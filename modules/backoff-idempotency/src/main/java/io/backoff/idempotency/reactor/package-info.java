/** Finds the principals of the subscribers of idempotent methods. */
@Internal
@NullMarked
package io.backoff.idempotency.reactor;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
