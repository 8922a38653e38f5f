/**
 * A soak test, which produces the faults of a week within minutes. Guarded calls fail in every way, and are interrupted
 * and cancelled. Meanwhile, settings change and applications are restarted. The test checks that results, counts and
 * budgets stay right.
 */
@NullMarked
package io.backoff.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
