/** Applies policies to received and sent RabbitMQ messages. */
@Internal
@NullMarked
package io.backoff.amqp;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
