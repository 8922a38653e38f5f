/** Programmatic calls: implements {@link io.backoff.engine.BackoffOperations} and its tickers. Plain Java. */
@Internal
@NullMarked
package io.backoff.engine.operations;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
