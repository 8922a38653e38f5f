/** Lets all lines of the library go where the lines of Spring go. */
@Internal
@NullMarked
package io.backoff.logging;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
