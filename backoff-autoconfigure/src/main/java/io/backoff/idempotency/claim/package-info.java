/** Claims of keys: which call may carry an operation out, for how long, and what its duplicates get. */
@NullMarked
package io.backoff.idempotency.claim;

import org.jspecify.annotations.NullMarked;
