/**
 * Dry runs: predict the effect that a change of settings would have on the observed calls, and in an outage. Dry runs
 * use the real engine and copies of the budgets; only time and the results of attempts are simulated.
 */
@Internal
@NullMarked
package io.backoff.dryrun;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
