/** Propagates the caller's thread-bound values to its retries, with Micrometer's context propagation. */
@Internal
@NullMarked
package io.backoff.context;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
