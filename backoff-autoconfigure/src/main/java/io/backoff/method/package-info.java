/**
 * Annotated methods of beans: finds, validates, names and intercepts them, and describes them to native images. Shared
 * by all annotations of the library.
 */
@NullMarked
package io.backoff.method;

import org.jspecify.annotations.NullMarked;
