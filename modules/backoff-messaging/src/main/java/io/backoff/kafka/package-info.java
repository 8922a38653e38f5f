/** Applies policies to Kafka records. */
@Internal
@NullMarked
package io.backoff.kafka;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
