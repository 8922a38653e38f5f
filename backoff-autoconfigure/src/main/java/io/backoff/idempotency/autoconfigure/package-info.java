/** Auto-configures {@link io.backoff.Idempotent}, and chooses the store. */
@NullMarked
package io.backoff.idempotency.autoconfigure;

import org.jspecify.annotations.NullMarked;
