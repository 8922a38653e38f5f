/** Delivers stored calls: attempts, pauses, dead letters, housekeeping, meters. */
@NullMarked
package io.backoff.redelivery.delivery;

import org.jspecify.annotations.NullMarked;
