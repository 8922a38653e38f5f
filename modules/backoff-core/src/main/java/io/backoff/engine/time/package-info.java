/** The system clock and timer, and repeating tasks. Plain Java. */
@Internal
@NullMarked
package io.backoff.engine.time;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
