/** The clock and the timer of the machine, and tasks that repeat themselves. Plain Java. */
@NullMarked
package io.backoff.engine.time;

import org.jspecify.annotations.NullMarked;
