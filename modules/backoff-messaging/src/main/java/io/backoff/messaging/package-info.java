/** The parts shared by the message broker integrations. */
@Internal
@NullMarked
package io.backoff.messaging;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
