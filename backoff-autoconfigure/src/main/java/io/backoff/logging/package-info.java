/** Lets all lines of the library go where the lines of Spring go. */
@NullMarked
package io.backoff.logging;

import org.jspecify.annotations.NullMarked;
