/**
 * The retry budget: how many retries calls may make together.
 *
 * <p>{@link io.backoff.budget.RetryBudget} is the contract. The token bucket, its reserve and the ratio of retries
 * implement it. Plain Java.
 */
@NullMarked
package io.backoff.budget;

import org.jspecify.annotations.NullMarked;
