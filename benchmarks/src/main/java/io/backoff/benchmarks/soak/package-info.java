/**
 * A hostile week in some minutes: applications whose guarded calls fail in every way at once, are interrupted and
 * cancelled, while their settings change and they are restarted, and what has to hold all the same.
 */
@NullMarked
package io.backoff.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
