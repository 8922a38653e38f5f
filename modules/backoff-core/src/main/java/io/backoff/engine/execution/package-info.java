/**
 * Runs calls under a policy. A {@link io.backoff.engine.execution.Call} asks the decider what follows an attempt; the runners
 * carry the decision out, blocking or on futures. Plain Java.
 */
@Internal
@NullMarked
package io.backoff.engine.execution;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
