/** Methods annotated with {@link io.backoff.redelivery.Redeliver}: validates them and stores their calls. */
@NullMarked
package io.backoff.redelivery.method;

import org.jspecify.annotations.NullMarked;
