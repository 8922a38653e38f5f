/**
 * Compares predictions of dry runs with measurements after the change, in virtual time: for all kinds of changes, and
 * for callees that do or do not behave as the model assumes.
 */
@NullMarked
package io.backoff.benchmarks.dryrun;

import org.jspecify.annotations.NullMarked;
