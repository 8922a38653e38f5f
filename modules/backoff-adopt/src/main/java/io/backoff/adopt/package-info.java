/** Counts and governs the calls that other libraries retry, without a change to the code that they are in. */
@Internal
@NullMarked
package io.backoff.adopt;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
