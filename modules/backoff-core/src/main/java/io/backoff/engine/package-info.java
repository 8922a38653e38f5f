/**
 * The part of the engine that applications use: calls from code, listeners, the current attempt, and the clock that
 * tests replace. Plain Java.
 */
@NullMarked
package io.backoff.engine;

import org.jspecify.annotations.NullMarked;
