/**
 * From an annotated method to a guarded call: finds {@link io.backoff.Backoff}, rejects what cannot work, and hands the
 * call to the engine.
 */
@NullMarked
package io.backoff.aop;

import org.jspecify.annotations.NullMarked;
