/**
 * Changes policies and budgets while the application runs: by the endpoint, by reloading files, or when Spring Cloud
 * refreshes the environment.
 */
@Internal
@NullMarked
package io.backoff.config.change;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
