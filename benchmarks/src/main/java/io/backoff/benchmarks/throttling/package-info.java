/** Bulk jobs that call a callee with a rate limit, under policies with and without {@code pace: adaptive}. */
@NullMarked
package io.backoff.benchmarks.throttling;

import org.jspecify.annotations.NullMarked;
