/** Follows changes of the environment by Spring Cloud, for policies and budgets. */
@Internal
@NullMarked
package io.backoff.cloud;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
