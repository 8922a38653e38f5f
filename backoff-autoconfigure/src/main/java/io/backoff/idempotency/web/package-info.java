/** Idempotent methods of controllers: the key is that of the request, and answers are repeated. */
@NullMarked
package io.backoff.idempotency.web;

import org.jspecify.annotations.NullMarked;
