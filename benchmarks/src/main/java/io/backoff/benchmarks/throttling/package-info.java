/** Calls in bulk to a callee with a limit: what retries, and their pace, make of it. */
@NullMarked
package io.backoff.benchmarks.throttling;

import org.jspecify.annotations.NullMarked;
