/**
 * The decision on what follows an attempt: {@link io.backoff.engine.decision.Decider} decides, without a clock, a lock or
 * a log. Its test is a table, which is the specification of every call.
 */
@NullMarked
package io.backoff.engine.decision;

import org.jspecify.annotations.NullMarked;
