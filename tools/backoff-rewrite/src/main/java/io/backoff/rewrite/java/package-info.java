/** Reads and changes code. */
@NullMarked
package io.backoff.rewrite.java;

import org.jspecify.annotations.NullMarked;
