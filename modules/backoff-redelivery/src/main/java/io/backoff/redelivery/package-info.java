/**
 * Calls that are stored in the database and retried across restarts: see {@link io.backoff.redelivery.Redeliver}. Needs
 * db-scheduler.
 */
@NullMarked
package io.backoff.redelivery;

import org.jspecify.annotations.NullMarked;
