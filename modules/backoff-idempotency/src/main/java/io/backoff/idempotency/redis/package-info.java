/** Stores idempotency keys in Redis. */
@Internal
@NullMarked
package io.backoff.idempotency.redis;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
