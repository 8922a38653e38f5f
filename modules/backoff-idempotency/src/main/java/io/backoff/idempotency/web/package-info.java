/** Supports idempotent controller methods: reads the key from the request, and replays the response. */
@Internal
@NullMarked
package io.backoff.idempotency.web;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
