/** Calls the methods that {@link io.backoff.polling.BackoffPoll} is on, with Spring's {@code TaskScheduler}. */
@NullMarked
package io.backoff.scheduling;

import org.jspecify.annotations.NullMarked;
