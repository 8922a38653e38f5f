/** Auto-configures {@link io.backoff.redelivery.Redeliver}. */
@Internal
@NullMarked
package io.backoff.redelivery.autoconfigure;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
