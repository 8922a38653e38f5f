/** Puts the retries of messages from and to RabbitMQ under a policy. */
@Internal
@NullMarked
package io.backoff.amqp;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
