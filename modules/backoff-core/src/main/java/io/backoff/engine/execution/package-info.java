/**
 * Runs calls under a policy. A {@link io.backoff.engine.execution.Call} asks the decider what follows an attempt. A
 * runner acts on the decision: it blocks the thread of the caller, or completes a future. Plain Java.
 */
@Internal
@NullMarked
package io.backoff.engine.execution;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
