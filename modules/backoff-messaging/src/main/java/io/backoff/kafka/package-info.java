/** Applies policies to the retries of Kafka messages. */
@Internal
@NullMarked
package io.backoff.kafka;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
