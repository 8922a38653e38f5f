/**
 * What decides whether and when to retry: limits, classification of failures, and the budget that calls share.
 *
 * <p>A {@link io.backoff.policy.BackoffPolicy} is an immutable snapshot. Plain Java.
 */
@NullMarked
package io.backoff.policy;

import org.jspecify.annotations.NullMarked;
