/**
 * Limits the rate of attempts under a policy while the callee throttles.
 *
 * <p>{@link io.backoff.pace.Pace} is the entry point. {@link io.backoff.pace.Lane} implements the algorithm and the
 * queue of waiting attempts; {@link io.backoff.pace.Turn} is one attempt's place in that queue. No class of this
 * package reads a clock, starts a thread or needs a framework.
 */
@NullMarked
package io.backoff.pace;

import org.jspecify.annotations.NullMarked;
