/**
 * Classifies failures and results: whether a retry may help, and under which cause it is counted.
 *
 * <p>Applications contribute {@link io.backoff.classify.Classifier} beans. Plain Java.
 */
@NullMarked
package io.backoff.classify;

import org.jspecify.annotations.NullMarked;
