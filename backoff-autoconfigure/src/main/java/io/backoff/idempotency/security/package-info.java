/** Keeps the keys of one principal from those of another, with Spring Security. */
@NullMarked
package io.backoff.idempotency.security;

import org.jspecify.annotations.NullMarked;
