/**
 * Dry runs: what a change of settings would do to the calls that were observed, and in an outage. The engine and the
 * budgets are the real ones; time and the results of attempts are simulated.
 */
@Internal
@NullMarked
package io.backoff.dryrun;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
