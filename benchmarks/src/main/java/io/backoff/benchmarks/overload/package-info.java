/**
 * Experiments that show the effect of retries on a service that stalls for a second. One runs this library and others
 * with real threads; one runs this library in virtual time. Both experiments use the same server, clients and load.
 * Three more experiments run in virtual time only: one with clients that get a Retry-After, one with attempts that fail
 * at random, and one with requests that carry their callers' remaining time.
 */
@NullMarked
package io.backoff.benchmarks.overload;

import org.jspecify.annotations.NullMarked;
