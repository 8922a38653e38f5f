/**
 * Text for people and logs: durations, failures, and the known name that is closest to an unknown one. Plain Java.
 */
@NullMarked
package io.backoff.text;

import org.jspecify.annotations.NullMarked;
