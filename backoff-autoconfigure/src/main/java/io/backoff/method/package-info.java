/**
 * Annotated methods of beans: finding, validating, naming and intercepting them, and their native-image hints. Shared
 * by all annotations of the library.
 */
@Internal
@NullMarked
package io.backoff.method;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
