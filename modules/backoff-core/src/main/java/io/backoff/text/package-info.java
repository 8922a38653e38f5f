/**
 * Text for people and logs: durations, failures, and the known name that is closest to an unknown one. Plain Java.
 */
@Internal
@NullMarked
package io.backoff.text;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
