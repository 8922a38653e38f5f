/** What the integrations with message brokers share. */
@Internal
@NullMarked
package io.backoff.messaging;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
