/**
 * What dry runs predict, and what is measured after the change: in virtual time, for changes of all kinds and callees
 * that behave as the model of the dry runs assumes, or not.
 */
@NullMarked
package io.backoff.benchmarks.dryrun;

import org.jspecify.annotations.NullMarked;
