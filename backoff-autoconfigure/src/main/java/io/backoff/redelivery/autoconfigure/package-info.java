/** Auto-configures {@link io.backoff.redelivery.Redeliver}. */
@NullMarked
package io.backoff.redelivery.autoconfigure;

import org.jspecify.annotations.NullMarked;
