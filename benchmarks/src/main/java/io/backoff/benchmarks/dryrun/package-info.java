/**
 * Predicts the effects of changes by dry runs, makes the changes, and compares the predictions with measurements. All
 * kinds of changes are made, in virtual time. Some callees behave as the model assumes, and others do not.
 */
@NullMarked
package io.backoff.benchmarks.dryrun;

import org.jspecify.annotations.NullMarked;
