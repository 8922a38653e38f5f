/**
 * Decides whether a failure or a result is worth a retry.
 *
 * <p>Applications contribute a {@link io.backoff.classify.Classifier}. Plain Java.
 */
@NullMarked
package io.backoff.classify;

import org.jspecify.annotations.NullMarked;
