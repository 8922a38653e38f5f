/**
 * From an annotated method to a guarded call: finds {@link io.backoff.Backoff}, rejects what cannot work, and hands the
 * call to the engine.
 */
@Internal
@NullMarked
package io.backoff.aop;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
