/** Applies Spring Cloud's environment changes to policies and budgets. */
@Internal
@NullMarked
package io.backoff.cloud;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
