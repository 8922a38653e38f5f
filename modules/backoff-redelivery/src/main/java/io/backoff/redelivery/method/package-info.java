/** Methods annotated with {@link io.backoff.redelivery.Redeliver}: validates them and stores their calls. */
@Internal
@NullMarked
package io.backoff.redelivery.method;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
