/** Finds the key of a call, and recognizes a key that comes with other arguments. */
@NullMarked
package io.backoff.idempotency.key;

import org.jspecify.annotations.NullMarked;
