/**
 * The pace: the rate of attempts under a policy while the callee throttles.
 *
 * <p>{@link io.backoff.pace.Pace} is the entry point, {@link io.backoff.pace.Lane} the algorithm and the queue,
 * {@link io.backoff.pace.Turn} the place of one attempt in the queue. Nothing here reads a clock or starts a thread.
 * Plain Java.
 */
@NullMarked
package io.backoff.pace;

import org.jspecify.annotations.NullMarked;
