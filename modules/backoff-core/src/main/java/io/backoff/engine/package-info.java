/**
 * The part of the engine that applications use: programmatic calls, listeners, the current attempt, and the clock that
 * tests replace. Plain Java.
 */
@NullMarked
package io.backoff.engine;

import org.jspecify.annotations.NullMarked;
