/** Builds policies and budgets from settings: inheritance, presets, checks. */
@NullMarked
package io.backoff.config.policy;

import org.jspecify.annotations.NullMarked;
