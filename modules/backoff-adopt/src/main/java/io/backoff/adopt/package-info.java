/** Counts and governs calls retried by other libraries, without changes to application code. */
@Internal
@NullMarked
package io.backoff.adopt;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
