/** Stored calls and dead letters, as rows of db-scheduler's table. */
@Internal
@NullMarked
package io.backoff.redelivery.call;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
