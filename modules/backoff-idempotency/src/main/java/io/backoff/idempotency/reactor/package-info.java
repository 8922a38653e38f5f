/** The principals on whose behalf subscribers of idempotent methods work. */
@Internal
@NullMarked
package io.backoff.idempotency.reactor;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
