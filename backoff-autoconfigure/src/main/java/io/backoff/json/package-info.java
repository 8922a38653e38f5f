/** Stores values as JSON with Jackson, and checks which types can be read back. */
@Internal
@NullMarked
package io.backoff.json;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
