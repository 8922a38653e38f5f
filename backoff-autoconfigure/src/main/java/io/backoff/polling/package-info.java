/**
 * Polling for work: {@link io.backoff.polling.BackoffPoll} on a method, or {@link io.backoff.polling.BackoffTrigger}
 * for Spring's scheduler. After a run that found work, the delay is short; while runs find none, it grows.
 */
@NullMarked
package io.backoff.polling;

import org.jspecify.annotations.NullMarked;
