/** Converts results of operations for a store, and replays them to duplicates. */
@Internal
@NullMarked
package io.backoff.idempotency.result;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
