/** The page at {@code /}: what retries do to the provider, live from the meters. */
@NullMarked
package io.backoff.sample.dashboard;

import org.jspecify.annotations.NullMarked;
