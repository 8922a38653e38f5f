/** Formats text for messages and logs: durations, failures, and suggestions for misspelled names. Plain Java. */
@Internal
@NullMarked
package io.backoff.text;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
