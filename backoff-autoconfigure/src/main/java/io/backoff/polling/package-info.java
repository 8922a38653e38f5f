/**
 * Polling for work: {@link io.backoff.polling.BackoffPoll} on a method, or {@link io.backoff.polling.BackoffTrigger}
 * for Spring's scheduler. A short delay follows found work; increasingly long delays follow idle runs.
 */
@NullMarked
package io.backoff.polling;

import org.jspecify.annotations.NullMarked;
