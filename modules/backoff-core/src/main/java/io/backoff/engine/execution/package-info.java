/**
 * Runs calls under a policy. {@link io.backoff.engine.execution.Execution} is the only place that decides whether a call
 * goes on; the runners carry its decisions out, blocking or on futures. Plain Java.
 */
@Internal
@NullMarked
package io.backoff.engine.execution;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
