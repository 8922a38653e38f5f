/** Counts and governs calls that other libraries retry, without changes to application code. */
@Internal
@NullMarked
package io.backoff.adopt;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
