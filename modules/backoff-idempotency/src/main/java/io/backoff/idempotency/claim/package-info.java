/** Claims of keys: which call may execute an operation, for how long, and what its duplicates get. */
@Internal
@NullMarked
package io.backoff.idempotency.claim;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
