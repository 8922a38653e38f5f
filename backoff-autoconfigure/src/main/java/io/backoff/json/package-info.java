/** JSON, with Jackson: the mapper, and whether a type survives it. */
@Internal
@NullMarked
package io.backoff.json;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
