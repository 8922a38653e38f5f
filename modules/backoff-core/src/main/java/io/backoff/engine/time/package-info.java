/** The clock and the timer of the machine, and tasks that repeat themselves. Plain Java. */
@Internal
@NullMarked
package io.backoff.engine.time;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
