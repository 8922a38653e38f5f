/** The lines of the startup report, and logging through Spring's API for all code outside the plain Java core. */
@Internal
@NullMarked
package io.backoff.logging;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
