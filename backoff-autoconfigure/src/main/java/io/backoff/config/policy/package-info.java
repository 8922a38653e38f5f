/** Builds policies and budgets from settings: inheritance, presets, checks. */
@Internal
@NullMarked
package io.backoff.config.policy;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
