/** Auto-configures {@link io.backoff.Idempotent}, and chooses the store. */
@Internal
@NullMarked
package io.backoff.idempotency.autoconfigure;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
