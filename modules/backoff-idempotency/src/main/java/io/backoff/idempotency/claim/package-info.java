/**
 * Claims of keys: decides which call may execute an operation and for how long, and which outcome its duplicates get.
 */
@Internal
@NullMarked
package io.backoff.idempotency.claim;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
