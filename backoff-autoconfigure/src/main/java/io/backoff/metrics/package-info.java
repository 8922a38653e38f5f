/**
 * Meters of calls, retries and budgets with Micrometer. The time series of each method exist from startup and begin at
 * zero, so that a rate includes the first retry. The number of values of each tag is bounded.
 */
@NullMarked
package io.backoff.metrics;

import org.jspecify.annotations.NullMarked;
