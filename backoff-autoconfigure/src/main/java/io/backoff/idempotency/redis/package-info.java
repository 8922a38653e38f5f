/** Idempotency keys in Redis. */
@NullMarked
package io.backoff.idempotency.redis;

import org.jspecify.annotations.NullMarked;
