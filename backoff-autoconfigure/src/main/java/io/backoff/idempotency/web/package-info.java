/** Idempotent methods of controllers: the key is that of the request, and answers are repeated. */
@Internal
@NullMarked
package io.backoff.idempotency.web;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
