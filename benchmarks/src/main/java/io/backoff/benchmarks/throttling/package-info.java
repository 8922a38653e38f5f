/** Bulk jobs against a callee with a limit, with and without a pace. */
@NullMarked
package io.backoff.benchmarks.throttling;

import org.jspecify.annotations.NullMarked;
