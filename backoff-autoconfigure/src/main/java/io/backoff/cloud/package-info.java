/** Spring Cloud's changes of the environment: policies and budgets follow them. */
@Internal
@NullMarked
package io.backoff.cloud;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
