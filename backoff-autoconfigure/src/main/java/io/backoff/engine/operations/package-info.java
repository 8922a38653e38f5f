/** Calls from code: {@link io.backoff.engine.BackoffOperations} and its tickers. Plain Java. */
@NullMarked
package io.backoff.engine.operations;

import org.jspecify.annotations.NullMarked;
