/**
 * The decision on what follows an attempt. {@link io.backoff.engine.decision.Decider} is pure: no clock, lock or log.
 * Its test is a table that specifies the behavior of every kind of call.
 */
@Internal
@NullMarked
package io.backoff.engine.decision;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
