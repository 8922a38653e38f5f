/** Changes of policies and budgets at run time, by the endpoint, by reloading files, or by Spring Cloud. */
@Internal
@NullMarked
package io.backoff.config.change;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
