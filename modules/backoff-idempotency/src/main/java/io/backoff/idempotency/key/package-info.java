/** Determines the key of a call, and recognizes a key that is reused with other arguments. */
@Internal
@NullMarked
package io.backoff.idempotency.key;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
