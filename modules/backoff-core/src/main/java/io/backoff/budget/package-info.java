/**
 * The retry budget, which limits the retries of several calls together.
 *
 * <p>{@link io.backoff.budget.RetryBudget} is the contract. A token bucket implements it. Plain Java.
 */
@NullMarked
package io.backoff.budget;

import org.jspecify.annotations.NullMarked;
