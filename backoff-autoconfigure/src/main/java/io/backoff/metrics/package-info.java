/**
 * Meters of calls, retries and budgets with Micrometer. Every series exists from startup and begins at zero, so that a
 * rate includes the first retry. The number of values of each tag is bounded.
 */
@NullMarked
package io.backoff.metrics;

import org.jspecify.annotations.NullMarked;
