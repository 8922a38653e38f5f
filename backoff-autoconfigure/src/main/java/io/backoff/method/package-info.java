/**
 * Annotated methods of beans: finds, validates, names and intercepts them, and describes them to native images. Shared
 * by all annotations of the library.
 */
@Internal
@NullMarked
package io.backoff.method;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
