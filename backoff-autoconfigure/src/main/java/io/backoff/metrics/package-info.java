/**
 * Meters of calls, retries and budgets with Micrometer. Every series exists from startup, at zero, so that a rate
 * includes the first retry; no tag has an unbounded set of values.
 */
@NullMarked
package io.backoff.metrics;

import org.jspecify.annotations.NullMarked;
