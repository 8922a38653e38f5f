/** Writes the results of operations for a store, and replays them to duplicates. */
@NullMarked
package io.backoff.idempotency.result;

import org.jspecify.annotations.NullMarked;
