/** The page at {@code /}, which shows live what retries do to the provider, with figures from the meters. */
@NullMarked
package io.backoff.sample.dashboard;

import org.jspecify.annotations.NullMarked;
