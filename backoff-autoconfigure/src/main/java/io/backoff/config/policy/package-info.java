/** Builds policies and budgets from settings: inheritance, presets, validation. */
@Internal
@NullMarked
package io.backoff.config.policy;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
