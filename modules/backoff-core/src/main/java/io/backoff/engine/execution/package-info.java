/**
 * Runs calls under a policy. A {@link io.backoff.engine.execution.Call} asks the decider what follows an attempt; the
 * runners act on the decision, either on the blocked thread of the caller or with futures. Plain Java.
 */
@Internal
@NullMarked
package io.backoff.engine.execution;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
