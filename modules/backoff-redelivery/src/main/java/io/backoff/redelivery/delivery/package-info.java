/** Delivers stored calls: attempts, pauses, dead letters, housekeeping, meters. */
@Internal
@NullMarked
package io.backoff.redelivery.delivery;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
