/** Validates the methods annotated with {@link io.backoff.redelivery.Redeliver}, and stores their calls. */
@Internal
@NullMarked
package io.backoff.redelivery.method;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
