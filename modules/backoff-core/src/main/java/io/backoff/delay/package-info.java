/**
 * Delays before retries: pure functions of the wait's ordinal, the previous delay and a random source.
 *
 * <p>{@link io.backoff.delay.Delay#of Delay.of} combines a {@link io.backoff.delay.Growth} (the delay before jitter), a
 * {@link io.backoff.delay.Jitter} (the random window around it) and a {@link io.backoff.delay.Cap} (how the maximum
 * delay bounds both). Nothing here keeps state, reads a clock or sleeps.
 */
@NullMarked
package io.backoff.delay;

import org.jspecify.annotations.NullMarked;
