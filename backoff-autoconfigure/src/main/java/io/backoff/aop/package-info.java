/**
 * Turns calls of annotated methods into guarded calls: finds {@link io.backoff.Backoff}, rejects methods that cannot be
 * guarded, and hands calls to the engine.
 */
@Internal
@NullMarked
package io.backoff.aop;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
