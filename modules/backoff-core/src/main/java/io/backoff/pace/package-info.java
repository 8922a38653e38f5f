/**
 * The pace: the rate at which the calls of a policy may make attempts while their callee throttles.
 *
 * <p>{@link io.backoff.pace.Pace} is the entry, {@link io.backoff.pace.Lane} the algorithm and the queue,
 * {@link io.backoff.pace.Turn} the place of one attempt in it. Nothing here reads a clock or holds a thread. Plain Java.
 */
@NullMarked
package io.backoff.pace;

import org.jspecify.annotations.NullMarked;
