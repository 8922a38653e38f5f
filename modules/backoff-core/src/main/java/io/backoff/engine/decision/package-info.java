/**
 * The decision on what follows an attempt: {@link io.backoff.engine.decision.Decider} decides, without a clock, a lock or
 * a log. Its test is a table, which specifies every call.
 */
@Internal
@NullMarked
package io.backoff.engine.decision;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
