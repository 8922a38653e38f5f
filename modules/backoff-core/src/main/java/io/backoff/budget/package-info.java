/**
 * The retry budget, which limits the combined retries of several calls.
 *
 * <p>{@link io.backoff.budget.RetryBudget} is the contract, implemented by a token bucket. The package needs no
 * framework.
 */
@NullMarked
package io.backoff.budget;

import org.jspecify.annotations.NullMarked;
