/** Validates the methods annotated with {@link io.backoff.Idempotent}, and executes each operation once. */
@Internal
@NullMarked
package io.backoff.idempotency.method;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
