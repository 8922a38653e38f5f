/** Logging with Spring's log, for all code outside the plain Java core, and the lines of the startup report. */
@Internal
@NullMarked
package io.backoff.logging;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
