/**
 * Calls that are stored in the database and made from there, again and again, across restarts: see
 * {@link io.backoff.redelivery.Redeliver}. Needs db-scheduler.
 */
@NullMarked
package io.backoff.redelivery;

import org.jspecify.annotations.NullMarked;
