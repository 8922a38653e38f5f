/** Translates {@code @Retry} of Resilience4j. */
@NullMarked
package io.backoff.rewrite.resilience4j;

import org.jspecify.annotations.NullMarked;
