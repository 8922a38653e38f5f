/**
 * A soak test: the faults of a week in some minutes. Guarded calls fail in every way, are interrupted and cancelled, while settings change and applications are restarted. Checks that results, counts and budgets are right all the same.
 */
@NullMarked
package io.backoff.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
