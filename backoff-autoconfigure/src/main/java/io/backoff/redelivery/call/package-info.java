/** Stored calls and dead letters, as rows of db-scheduler's table. */
@NullMarked
package io.backoff.redelivery.call;

import org.jspecify.annotations.NullMarked;
