/** Reads the annotations of spring-retry. */
@NullMarked
package io.backoff.rewrite.springretry;

import org.jspecify.annotations.NullMarked;
