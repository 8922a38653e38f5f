/** Bulk jobs that call a callee with a rate limit, with and without a pace. */
@NullMarked
package io.backoff.benchmarks.throttling;

import org.jspecify.annotations.NullMarked;
