/** Carries the thread-bound values of a caller to its retries, with Micrometer's context propagation. */
@Internal
@NullMarked
package io.backoff.context;

import io.backoff.Internal;
import org.jspecify.annotations.NullMarked;
