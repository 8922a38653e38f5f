/** Puts the retries of messages from Kafka under a policy. */
@Internal
@NullMarked
package io.backoff.kafka;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
