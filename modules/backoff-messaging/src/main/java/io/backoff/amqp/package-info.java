/** Applies policies to the retries of RabbitMQ messages, received and sent. */
@Internal
@NullMarked
package io.backoff.amqp;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
