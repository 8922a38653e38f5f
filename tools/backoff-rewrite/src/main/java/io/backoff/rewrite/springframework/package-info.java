/** Reads the annotations of Spring Framework 7. */
@NullMarked
package io.backoff.rewrite.springframework;

import org.jspecify.annotations.NullMarked;
