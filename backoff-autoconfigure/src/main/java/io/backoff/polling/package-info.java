/**
 * Polling for work: {@link io.backoff.polling.BackoffPoll} on a method, or
 * {@link io.backoff.polling.BackoffTrigger} where Spring takes a trigger. Found work is followed by a short delay, idle
 * runs by longer and longer ones.
 */
@NullMarked
package io.backoff.polling;

import org.jspecify.annotations.NullMarked;
