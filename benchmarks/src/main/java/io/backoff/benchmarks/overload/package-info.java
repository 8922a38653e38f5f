/**
 * The effect of retries on a service that stalls for a second: with real threads, for this library and for others, and
 * in virtual time. Both experiments use the same server, clients and load. Two more experiments run in virtual time
 * only: clients that get a Retry-After, and attempts that fail at random.
 */
@NullMarked
package io.backoff.benchmarks.overload;

import org.jspecify.annotations.NullMarked;
