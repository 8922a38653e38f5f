/**
 * Turns {@code application.yml} into policies, and policies into guarded beans.
 *
 * <p>Properties are bound by Spring Boot, layered here (own value, own preset, extended policy, built-in default),
 * checked, and assembled into immutable {@link io.backoff.policy.BackoffPolicy policies}.
 */
@NullMarked
package io.backoff.autoconfigure;

import org.jspecify.annotations.NullMarked;
