/**
 * Changes policies and budgets while the application runs: by the endpoint, by reloading files, or when Spring Cloud
 * refreshes the environment.
 */
@NullMarked
package io.backoff.config.change;

import org.jspecify.annotations.NullMarked;
