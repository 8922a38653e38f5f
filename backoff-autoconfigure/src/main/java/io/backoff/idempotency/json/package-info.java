/** Writes results and arguments as JSON, with Jackson. */
@NullMarked
package io.backoff.idempotency.json;

import org.jspecify.annotations.NullMarked;
