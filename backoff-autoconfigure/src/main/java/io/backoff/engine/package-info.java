/**
 * Runs calls under a policy. {@link io.backoff.engine.Execution} is the only place that decides; the runners only carry
 * out what it says, each in its own way: blocking, or on futures.
 *
 * <p>Plain Java. Time, sleeping and randomness come from a {@link io.backoff.engine.TimeSource}.
 */
@NullMarked
package io.backoff.engine;

import org.jspecify.annotations.NullMarked;
